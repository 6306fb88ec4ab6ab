/** Types of what the tests use of the package: the sealing of RFC 8188, by its author. */
declare module 'http_ece' {
  const ece: {
    decrypt(
      sealed: Buffer,
      keys: { version: 'aes128gcm'; privateKey: import('node:crypto').ECDH; authSecret: string },
    ): Buffer
  }
  export default ece
}
