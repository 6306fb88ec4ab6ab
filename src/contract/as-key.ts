/** Declares the header with which the owner's page asks what an API key sees: the id of the key. */
export const asKeyHeader = 'x-as-key'
