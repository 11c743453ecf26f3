import { readConfig } from '#server/config.ts';

/** The URL of a path, with a remark for the operator when PUBLIC_URL is not set. */
export function publicLink(path: string, env: NodeJS.ProcessEnv): { url: string; remark: string } {
  const { publicUrl } = readConfig(env);
  const remark =
    publicUrl === null ? " (PUBLIC_URL is not set: put the server's address in front)" : '';
  return { url: `${publicUrl ?? ''}${path}`, remark };
}
