/** The typed client of the endpoint table: a method for each row. */
import { endpoints } from '../contract/endpoints.ts'
import { type Client, type ClientOptions, clientOver } from './client-over.ts'

export type { Client } from './client-over.ts'

/** The methods throw `ClientError`. */
export const createClient = (options: ClientOptions): Client => clientOver(endpoints, options)
