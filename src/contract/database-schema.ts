/**
 * Declares the schema of a database as values, and how one differs from another. It holds names that the maker of the
 * database chose, and nothing of its content.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Nullable } from './fields.ts'

const closed = { additionalProperties: false }

/** A name of a table, a column, an index or a trigger; a column can have its table before it. */
export const SchemaName = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,79}(\\.[A-Za-z_][A-Za-z0-9_]{0,79})?$' })
const Names = Type.Array(SchemaName)

export const SchemaColumn = Type.Object(
  {
    name: SchemaName,
    type: Type.String({ pattern: '^[A-Za-z0-9 (),]{0,40}$' }),
    required: Type.Boolean(),
    default: Nullable(Type.String({ pattern: "^(-?\\d{1,19}|NULL|''|other)$" })),
    primary_key: Type.Integer({ minimum: 0, description: 'Position in the primary key; 0 outside of it' }),
  },
  closed,
)
export type SchemaColumn = Static<typeof SchemaColumn>

export const SchemaIndex = Type.Object(
  {
    table: SchemaName,
    keys: Type.Array(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,79}( DESC)?$' })),
    unique: Type.Boolean(),
    partial: Type.Boolean(),
  },
  closed,
)
export type SchemaIndex = Static<typeof SchemaIndex>

/** The event that fires a trigger, such as `AFTER DELETE ON message`. */
const TriggerEvent = Type.String({ pattern: '^[A-Za-z0-9_ ,.]{1,200}$' })

export interface DatabaseSchema {
  tables: Readonly<Record<string, readonly SchemaColumn[]>>
  indexes: Readonly<Record<string, SchemaIndex>>
  triggers: Readonly<Record<string, string>>
}

export const SchemaDifferences = Type.Object(
  {
    compared_with: Nullable(Type.Integer(), 'The macOS whose simulated schema it was compared with; null for Contacts'),
    tables_missing: Names,
    tables_added: Type.Array(Type.Object({ name: SchemaName, columns: Type.Array(SchemaColumn) }, closed)),
    columns_missing: Names,
    columns_added: Type.Array(Type.Object({ table: SchemaName, column: SchemaColumn }, closed)),
    columns_changed: Type.Array(Type.Object({ table: SchemaName, column: SchemaColumn }, closed)),
    indexes_missing: Names,
    indexes_added: Type.Array(Type.Object({ name: SchemaName, index: SchemaIndex }, closed)),
    triggers_missing: Names,
    triggers_added: Type.Array(Type.Object({ name: SchemaName, event: TriggerEvent }, closed)),
  },
  closed,
)
export type SchemaDifferences = Static<typeof SchemaDifferences>
