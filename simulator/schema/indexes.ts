// The named indexes of chat.db by macOS, which determine the queries that are fast for a reader.

import type { Index } from './table.ts'

const attachments: Index[] = [
  { name: 'attachment_idx_ck_sync_state', table: 'attachment', columns: 'ck_sync_state', since: 26 },
  { name: 'attachment_idx_is_sticker', table: 'attachment', columns: 'is_sticker', since: 15 },
  {
    name: 'attachment_idx_is_sticker_pgen_state',
    table: 'attachment',
    columns: 'is_sticker, filename, preview_generation_state',
    where: 'is_sticker = 1',
    since: 26,
  },
  {
    name: 'attachment_idx_purged_attachments_v2',
    table: 'attachment',
    columns: 'hide_attachment, ck_sync_state, transfer_state',
    where: 'hide_attachment=0 AND (ck_sync_state=1 OR ck_sync_state=4) AND transfer_state=0',
  },
  {
    name: 'message_attachment_join_idx_attachment_id',
    table: 'message_attachment_join',
    columns: 'attachment_id',
  },
  { name: 'message_attachment_join_idx_message_id', table: 'message_attachment_join', columns: 'message_id' },
]

const chats: Index[] = [
  { name: 'chat_idx_chat_identifier', table: 'chat', columns: 'chat_identifier' },
  { name: 'chat_idx_chat_identifier_service_name', table: 'chat', columns: 'chat_identifier, service_name' },
  { name: 'chat_idx_chat_room_name_service_name', table: 'chat', columns: 'room_name, service_name' },
  { name: 'chat_idx_ck_sync_state', table: 'chat', columns: 'ck_sync_state', since: 26 },
  { name: 'chat_idx_group_id', table: 'chat', columns: 'group_id' },
  { name: 'chat_idx_is_archived', table: 'chat', columns: 'is_archived' },
  {
    name: 'chat_idx_is_archived_is_filtered',
    table: 'chat',
    columns: 'is_archived, is_filtered',
    where: 'is_archived = 0',
    since: 26,
  },
  { name: 'chat_idx_is_filtered', table: 'chat', columns: 'is_filtered', since: 26 },
  { name: 'chat_handle_join_idx_handle_id', table: 'chat_handle_join', columns: 'handle_id' },
  { name: 'handle_idx_id', table: 'handle', columns: 'id, rowid', since: 26 },
  {
    name: 'handle_idx_person_centric_id',
    table: 'handle',
    columns: 'person_centric_id',
    where: 'person_centric_id IS NOT NULL',
    since: 26,
  },
]

const messagesOfChats: Index[] = [
  { name: 'chat_message_join_idx_chat_id', table: 'chat_message_join', columns: 'chat_id' },
  {
    name: 'chat_message_join_idx_message_date_and_id',
    table: 'chat_message_join',
    columns: 'message_date, message_id',
    since: 26,
  },
  {
    name: 'chat_message_join_idx_message_date_id_chat_id',
    table: 'chat_message_join',
    columns: 'chat_id, message_date, message_id',
  },
  {
    name: 'chat_message_join_idx_message_date_only',
    table: 'chat_message_join',
    columns: 'message_date',
    since: 26,
  },
  { name: 'chat_message_join_idx_message_id_only', table: 'chat_message_join', columns: 'message_id' },
  {
    name: 'chat_message_join_idx_metrics_rebuild',
    table: 'chat_message_join',
    columns: 'index_state',
    where: 'index_state = 0 OR index_state = 1 OR index_state = 3',
    since: 26,
  },
  {
    name: 'chat_recoverable_message_join_message_id_idx',
    table: 'chat_recoverable_message_join',
    columns: 'message_id',
    since: 15,
  },
]

const tasks: Index[] = [
  {
    name: 'message_processing_task_idx_guid_task_flags',
    table: 'message_processing_task',
    columns: 'guid, task_flags',
  },
  {
    name: 'persistent_tasks_exec_sort',
    table: 'persistent_tasks',
    columns: 'lane DESC, flag_group ASC, flag_priority DESC, reason_priority DESC, retry_count ASC',
    since: 26,
  },
  {
    name: 'persistent_tasks_report',
    table: 'persistent_tasks',
    columns: 'flag, flag_group, lane, reason, retry_count',
    where: 'retry_count < 5',
    since: 26,
  },
]

type OfMessage = Omit<Index, 'table'>

const everyMessage: OfMessage[] = [
  { name: 'message_idx_cache_has_attachments', columns: 'cache_has_attachments' },
  { name: 'message_idx_date', columns: 'date' },
  { name: 'message_idx_expire_state', columns: 'expire_state' },
  { name: 'message_idx_failed', columns: 'is_finished, is_from_me, error' },
  { name: 'message_idx_handle', columns: 'handle_id, date' },
  { name: 'message_idx_handle_id', columns: 'handle_id' },
  { name: 'message_idx_is_read', columns: 'is_read, is_from_me, is_finished' },
  { name: 'message_idx_is_sent_is_from_me_error', columns: 'is_sent, is_from_me, error' },
  { name: 'message_idx_other_handle', columns: 'other_handle' },
  { name: 'message_idx_thread_originator_guid', columns: 'thread_originator_guid' },
  { name: 'message_idx_was_downgraded', columns: 'was_downgraded' },
  { name: 'message_idx_associated_message', columns: 'associated_message_guid', until: 15 },
  { name: 'message_idx_ck_sync_state_service', columns: 'ck_sync_state, service', since: 26 },
  { name: 'message_idx_composite_scheduled_message', columns: 'schedule_type, schedule_state', since: 26 },
  { name: 'message_idx_schedule_state', columns: 'schedule_state', since: 15 },
]

const readAndFinished = 'is_from_me = 0 AND item_type = 0 AND is_finished = 1 AND is_system_message = 0'
const undelivered = 'is_sent = 1 AND is_delivered = 0 AND was_downgraded = 0 AND item_type == 0'
const byReading = 'is_read, is_from_me, item_type, is_finished, is_system_message, date DESC'

const someMessages: OfMessage[] = [
  {
    name: 'message_idx_associated_message2',
    columns: 'associated_message_guid',
    where: 'associated_message_guid is not null',
    since: 26,
  },
  { name: 'message_idx_fallback_hash', columns: 'fallback_hash', where: 'fallback_hash IS NOT NULL', since: 26 },
  { name: 'message_idx_indexed_messages_guid', columns: 'guid', where: 'index_state = 1', since: 26 },
  {
    name: 'message_idx_invalid_index_state',
    columns: 'rowid',
    where:
      'index_state != 2 AND (((associated_message_type not between 2000 and 2007) and associated_message_type != 0) or item_type != 0)',
    since: 26,
  },
  { name: 'message_idx_isRead_isFromMe_itemType', columns: 'is_read, is_from_me, item_type', until: 15 },
  {
    name: 'message_idx_isRead_isFromMe_itemType',
    columns: byReading,
    where: `is_read = 0 AND ${readAndFinished}`,
    since: 26,
  },
  {
    name: 'message_idx_isRead_1_isFromMe_0_itemType_0_isFinished_1_isSystemMessage_0',
    columns: byReading,
    where: `is_read = 1 AND ${readAndFinished}`,
    since: 26,
  },
  {
    name: 'message_idx_is_pending_satellite_message',
    columns: 'is_pending_satellite_send',
    where: 'is_pending_satellite_send=1',
    since: 15,
  },
  {
    name: 'message_idx_is_scheduled_message',
    columns: 'schedule_type',
    where: 'schedule_type=2',
    since: 15,
    until: 15,
  },
  { name: 'message_idx_is_scheduled_message', columns: 'schedule_type, rowid', where: 'schedule_type=2', since: 26 },
  { name: 'message_idx_is_time_sensitive', columns: 'is_time_sensitive', where: 'is_time_sensitive=1', since: 26 },
  {
    name: 'message_idx_pending_indexing_messages',
    columns: 'rowid',
    where: 'index_state = 1 or index_state = 3',
    since: 26,
  },
  {
    name: 'message_idx_undelivered_one_to_one_imessage',
    columns: 'cache_roomnames, service, is_sent, is_delivered, was_downgraded, item_type',
    where: `cache_roomnames IS NULL AND service = 'iMessage' AND ${undelivered}`,
    until: 14,
  },
  {
    name: 'message_idx_undelivered_one_to_one_imessage',
    columns: 'cache_roomnames, service, is_sent, is_delivered, was_downgraded, item_type',
    where: `cache_roomnames IS NULL AND service IN ('iMessage','RCS') AND ${undelivered} AND schedule_type == 0`,
    since: 15,
  },
  {
    name: 'message_idx_unread_finished_not_from_me_newest_first',
    columns: 'is_read, is_finished, is_from_me, date DESC, ROWID DESC',
    where: 'is_read = 0 AND is_finished = 1 AND is_from_me = 0',
    since: 26,
  },
]

export const indexes: readonly Index[] = [
  ...attachments,
  ...chats,
  ...messagesOfChats,
  ...tasks,
  ...[...everyMessage, ...someMessages].map((index) => ({ ...index, table: 'message' })),
]
