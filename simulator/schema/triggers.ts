// The triggers of chat.db, which run when rows come and go. Several call functions that only Messages' own process
// registers.

import type { Trigger } from './table.ts'

const roomNamesOf = (row: 'NEW' | 'OLD') =>
  `UPDATE message SET cache_roomnames = (SELECT group_concat(chat.room_name) FROM chat
     JOIN chat_message_join ON chat.ROWID = chat_message_join.chat_id
     WHERE chat_message_join.message_id = ${row}.message_id)
   WHERE message.ROWID = ${row}.message_id`

const stillIn = (table: string) =>
  `OLD.message_id IN (SELECT message_id FROM ${table} WHERE message_id = OLD.message_id)`

const deleteUnlessIn = (tables: readonly string[]) =>
  `DELETE FROM message WHERE ROWID = OLD.message_id ${tables.map((table) => `AND NOT ${stillIn(table)}`).join(' ')}`

const deleteUnusedHandle = `DELETE FROM handle WHERE handle.ROWID = OLD.handle_id
  AND NOT EXISTS (SELECT 1 FROM chat_handle_join WHERE handle_id = OLD.handle_id)
  AND NOT EXISTS (SELECT 1 FROM message WHERE handle_id = OLD.handle_id)
  AND NOT EXISTS (SELECT 1 FROM message WHERE other_handle = OLD.handle_id)`

const joins: Trigger[] = [
  {
    name: 'after_insert_on_chat_message_join',
    event: 'AFTER INSERT ON chat_message_join',
    effects: [roomNamesOf('NEW')],
  },
  {
    name: 'after_delete_on_chat_message_join',
    event: 'AFTER DELETE ON chat_message_join',
    until: 12,
    effects: [roomNamesOf('OLD'), deleteUnlessIn(['chat_message_join'])],
  },
  {
    name: 'after_delete_on_chat_message_join',
    event: 'AFTER DELETE ON chat_message_join',
    since: 13,
    effects: [roomNamesOf('OLD'), deleteUnlessIn(['chat_message_join', 'chat_recoverable_message_join'])],
  },
  {
    name: 'after_delete_on_chat_recoverable_message_join',
    event: 'AFTER DELETE ON chat_recoverable_message_join',
    since: 13,
    effects: [roomNamesOf('OLD'), deleteUnlessIn(['chat_message_join', 'chat_recoverable_message_join'])],
  },
  {
    name: 'chat_service_on_insert_chat_message_join',
    event: 'AFTER INSERT ON chat_message_join',
    since: 26,
    effects: [
      `INSERT INTO chat_service (service, chat) SELECT service, NEW.chat_id FROM message WHERE ROWID = NEW.message_id
       ON CONFLICT (service, chat) DO NOTHING`,
    ],
  },
  {
    name: 'after_insert_on_message_attachment_join',
    event: 'AFTER INSERT ON message_attachment_join',
    effects: ['UPDATE message SET cache_has_attachments = 1 WHERE ROWID = NEW.message_id'],
  },
  {
    name: 'after_delete_on_message_attachment_join',
    event: 'AFTER DELETE ON message_attachment_join',
    effects: [
      `DELETE FROM attachment WHERE ROWID = OLD.attachment_id
       AND NOT EXISTS (SELECT 1 FROM message_attachment_join WHERE attachment_id = OLD.attachment_id)`,
    ],
  },
  {
    name: 'after_delete_on_chat_handle_join',
    event: 'AFTER DELETE ON chat_handle_join',
    effects: [deleteUnusedHandle],
  },
]

const attachments: Trigger[] = [
  {
    name: 'before_delete_on_attachment',
    event: 'BEFORE DELETE ON attachment',
    effects: ['SELECT before_delete_attachment_path(OLD.ROWID, OLD.guid)'],
  },
  {
    name: 'after_delete_on_attachment',
    event: 'AFTER DELETE ON attachment',
    effects: ['SELECT delete_attachment_path(OLD.filename)'],
  },
  {
    name: 'add_to_sync_deleted_attachments',
    event: 'AFTER DELETE ON attachment',
    effects: ['INSERT INTO sync_deleted_attachments (guid, recordID) VALUES (OLD.guid, OLD.ck_record_id)'],
  },
]

const chats: Trigger[] = [
  {
    name: 'after_delete_on_chat',
    event: 'AFTER DELETE ON chat',
    effects: ['DELETE FROM chat_message_join WHERE chat_id = OLD.ROWID'],
  },
  {
    name: 'verify_chat_insert',
    event: 'BEFORE INSERT ON chat',
    since: 26,
    effects: ['SELECT verify_chat(NEW.guid)'],
  },
  {
    name: 'verify_chat_update',
    event: 'BEFORE UPDATE OF guid ON chat',
    since: 26,
    effects: ['SELECT verify_chat(NEW.guid)'],
  },
  {
    name: 'before_delete_chat_update_sync_chat_deletes',
    event: 'BEFORE DELETE ON chat',
    when: 'is_mic_enabled() = 1',
    since: 26,
    effects: [
      `INSERT INTO sync_deleted_chats (guid, recordID, timestamp)
       SELECT guid_for_chat(OLD.chat_identifier, slice.service_name, OLD.style), slice.ck_record_id,
         (SELECT max(message.date) FROM chat_recoverable_message_join AS gone
          JOIN message ON message.ROWID = gone.message_id WHERE gone.chat_id = OLD.ROWID) AS newest
       FROM sync_chat_slice AS slice
       WHERE slice.chat = OLD.ROWID AND slice.ck_record_id IS NOT NULL AND newest IS NOT NULL`,
    ],
  },
  {
    name: 'before_deleting_chat_delete_chat_background_trigger',
    event: 'BEFORE DELETE ON chat',
    since: 26,
    effects: ['SELECT delete_chat_background_before_deleting_chat(OLD.guid, OLD.properties)'],
  },
]

const messages: Trigger[] = [
  { name: 'after_delete_on_message', event: 'AFTER DELETE ON message', effects: [deleteUnusedHandle] },
  {
    name: 'after_delete_on_message_plugin',
    event: 'AFTER DELETE ON message',
    when: 'OLD.balloon_bundle_id IS NOT NULL',
    effects: ['SELECT after_delete_message_plugin(OLD.ROWID, OLD.guid)'],
  },
  {
    name: 'add_to_deleted_messages',
    event: 'AFTER DELETE ON message',
    effects: ['INSERT INTO deleted_messages (guid) VALUES (OLD.guid)'],
  },
  {
    name: 'add_to_sync_deleted_messages',
    event: 'AFTER DELETE ON message',
    effects: ['INSERT INTO sync_deleted_messages (guid, recordID) VALUES (OLD.guid, OLD.ck_record_id)'],
  },
  {
    // This trigger seems to remove the tapbacks of a message, but it compares a guid with NULL, so it never removes
    // anything.
    name: 'delete_associated_messages_after_delete_on_message',
    event: 'AFTER DELETE ON message',
    effects: [
      `DELETE FROM message WHERE OLD.associated_message_guid IS NULL
       AND associated_message_guid IS NOT NULL AND guid = OLD.associated_message_guid`,
    ],
  },
  {
    name: 'update_message_date_after_update_on_message',
    event: 'AFTER UPDATE OF date ON message',
    effects: [
      `UPDATE chat_message_join SET message_date = NEW.date
       WHERE message_id = NEW.ROWID AND message_date != NEW.date`,
    ],
  },
  {
    name: 'update_last_failed_message_date',
    event: 'AFTER UPDATE OF error ON message',
    when: `NEW.error != 0
      AND NEW.date > coalesce((SELECT value FROM kvtable WHERE key = 'lastFailedMessageDate'), 0)`,
    effects: [
      "INSERT OR REPLACE INTO kvtable (key, value) VALUES ('lastFailedMessageDate', NEW.date)",
      "INSERT OR REPLACE INTO kvtable (key, value) VALUES ('lastFailedMessageRowID', NEW.ROWID)",
    ],
  },
]

const counted = [
  ['pending_count', 0],
  ['donated_count', 1],
  ['redonation_count', 3],
] as const

const recount = (change: (state: number) => string) =>
  `UPDATE index_state_metrics SET ${counted
    .map(([column, state]) => `${column} = ${column} ${change(state)}`)
    .join(', ')} WHERE id = 1`

/** The bookkeeping of Spotlight's indexing, which nothing else reads. */
const spotlight: Trigger[] = [
  {
    name: 'index_metrics_insert_propagation',
    event: 'AFTER INSERT ON chat_message_join',
    when: 'NEW.index_state != 2',
    effects: [recount((state) => `+ (NEW.index_state = ${state})`)],
  },
  {
    name: 'index_metrics_delete_propagation',
    event: 'AFTER DELETE ON chat_message_join',
    when: 'OLD.index_state != 2',
    effects: [recount((state) => `- (OLD.index_state = ${state})`)],
  },
  {
    name: 'index_metrics_update_propagation',
    event: 'AFTER UPDATE OF index_state ON chat_message_join',
    effects: [recount((state) => `+ (NEW.index_state = ${state}) - (OLD.index_state = ${state})`)],
  },
  {
    name: 'message_index_state_clear',
    event: 'AFTER DELETE ON chat_message_join',
    when: 'OLD.index_state = 1 OR OLD.index_state = 3',
    effects: ['UPDATE message SET index_state = 0 WHERE ROWID = OLD.message_id'],
  },
  {
    name: 'message_index_state_propagation',
    event: 'AFTER UPDATE OF index_state ON message',
    effects: ['UPDATE chat_message_join SET index_state = NEW.index_state WHERE message_id = NEW.ROWID'],
  },
]

export const triggers: readonly Trigger[] = [
  ...joins,
  ...attachments,
  ...chats,
  ...messages,
  ...spotlight.map((trigger) => ({ ...trigger, since: 26 as const })),
]
