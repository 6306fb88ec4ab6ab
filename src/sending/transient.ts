/** Recognises transient errors: a full disk, a locked file, a chat.db that cannot be read for now. */
import { ServiceError } from '../domain/service-error.ts'
import { isTransientSqliteError } from '../store/sqlite-error.ts'

export const isTransient = (error: unknown): boolean =>
  error instanceof ServiceError || isTransientSqliteError(error) || isSystemError(error)

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error
