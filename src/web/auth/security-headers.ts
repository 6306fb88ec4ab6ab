/** The headers of every response that restrict what a browser may do with it. */
import { framePolicy } from '../plugin-pages/frame-document.ts'

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  // The one policy names the one service worker (ui/offline/keep-shell.ts); no text becomes a script anywhere else.
  'trusted-types service-worker',
].join('; ')

const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self)',
}

const ofKind = {
  /** HTML and the files it loads. */
  page: {
    'content-security-policy': pagePolicy,
    // With `no-referrer`, browsers send `Origin: null` for a page's forms, which over plain http looks like any foreign
    // page's.
    'referrer-policy': 'same-origin',
  },
  api: { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'", 'cache-control': 'no-store' },
  /**
   * A plugin's own document and the files it loads. It has an opaque origin, so to its modules we are another origin.
   */
  frame: {
    'content-security-policy': framePolicy,
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    'cache-control': 'no-store',
    'x-dns-prefetch-control': 'off',
  },
  /** Bytes that strangers chose. */
  attachment: { 'content-security-policy': "sandbox; default-src 'none'" },
}

export const securityHeaders = (kind: keyof typeof ofKind): Record<string, string> => ({
  ...everywhere,
  ...ofKind[kind],
})
