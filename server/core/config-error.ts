/** A setting in the environment is invalid; nothing was started or changed. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
