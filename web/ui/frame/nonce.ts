declare global {
  // read by get-nonce, which styles the scroll lock behind Mantine's popups
  var __webpack_nonce__: string | undefined
}

/** The nonce of this page's content security policy, put into the page by the server. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

/** Lets libraries that ask webpack's global for the nonce add their style tags too. */
export function shareStyleNonce(): void {
  globalThis.__webpack_nonce__ = styleNonce()
}
