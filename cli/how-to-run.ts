/** Returns the command line for the operator to paste. */
export function howToRun(command: string): string {
  return `npm run -s vakwerk -- ${command}`;
}
