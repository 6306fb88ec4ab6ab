/** Recognises transient errors: a full disk, a locked file, a chat.db that cannot be read for now. */
import { ServiceError } from '../domain/service-error.ts'
import { isSqliteError } from '../store/sqlite-error.ts'

export const isWeather = (error: unknown): boolean =>
  error instanceof ServiceError || isSqliteError(error) || isSystemError(error)

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error
