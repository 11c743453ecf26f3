interface Pending<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

/** Collects inputs that arrive while a batch runs into the next batch, so that many share one commit. */
export function inBatches<Input, Output>(
  run: (inputs: Input[]) => Promise<Output[]>,
  most = Infinity,
): (input: Input) => Promise<Output> {
  const pending: Pending<Input, Output>[] = [];
  let isRunning = false;

  const pump = async () => {
    if (isRunning) return;
    isRunning = true;
    while (pending.length > 0) {
      const batch = pending.splice(0, most);
      try {
        const outputs = await run(batch.map(({ input }) => input));
        for (const [index, { resolve }] of batch.entries()) resolve(outputs[index]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  };

  return (input) =>
    new Promise((resolve, reject) => {
      pending.push({ input, resolve, reject });
      void pump();
    });
}
