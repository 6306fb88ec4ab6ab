/** Declares the settings for TLS of the integrations that connect to servers of the user's own. */

const pem = { type: 'string', default: '', pattern: '^(-----BEGIN [\\s\\S]+)?$' }

/** `authority` describes the certificate that `ca` contains. */
export const tlsSettings = (authority: string) => ({
  ca: { ...pem, title: 'Certificate authority', description: authority },
  client_certificate: { ...pem, title: 'Client certificate', description: 'PEM, with its key.' },
  client_key: { ...pem, format: 'password', title: 'Key of the client certificate', description: 'PEM.' },
})
