/** The content security policy lets styles in that carry what the page was sent with. */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
