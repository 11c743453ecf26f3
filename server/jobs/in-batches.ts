interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/** Inputs that come while others are being dealt with are dealt with together, so many with one commit. */
export function inBatches<Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  most = Infinity,
): (input: Input) => Promise<Output> {
  const waiting: Waiting<Input, Output>[] = [];
  let isUnderWay = false;

  const pump = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const outputs = await run(batch.map(({ input }) => input));
        for (const [index, { resolve }] of batch.entries()) resolve(outputs[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isUnderWay = false;
  };

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      void pump();
    });
}
