/** A command as an operator can paste it. */
export function howToRun(command: string): string {
  return `npm run -s vakwerk -- ${command}`;
}
