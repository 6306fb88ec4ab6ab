/**
 * Declares how the owner's page asks what an API key sees: by the id of the key in a header, or in the query where the
 * browser itself asks, for pictures and files.
 */
export const asKeyHeader = 'x-as-key'
export const asKeyQuery = 'as_key'
