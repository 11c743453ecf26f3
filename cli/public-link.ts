import { readConfig } from '#server/config.ts';

/** A path as the address that is handed on, with a remark for it where that of the server is not known. */
export function publicLink(path: string, env: NodeJS.ProcessEnv): { url: string; remark: string } {
  const { publicUrl } = readConfig(env);
  const remark =
    publicUrl === null
      ? ', to be put behind the address of the server (PUBLIC_URL is not set)'
      : '';
  return { url: `${publicUrl ?? ''}${path}`, remark };
}
