// The tables of chat.db, with the macOS that introduced each table and each column.

import { messageColumns } from './message-columns.ts'
import {
  blob,
  bound,
  integer,
  notNull,
  owned,
  rowId,
  type Table,
  text,
  texts,
  uniqueNotNull,
  uniqueRowId,
  zeros,
} from './table.ts'

const properties: Table = {
  name: '_SqliteDatabaseProperties',
  columns: texts('key value'),
  constraints: ['UNIQUE(key)'],
}

const attachment: Table = {
  name: 'attachment',
  columns: [
    rowId,
    text('guid', uniqueNotNull),
    ...zeros('created_date start_date'),
    ...texts('filename uti mime_type'),
    ...zeros('transfer_state is_outgoing'),
    blob('user_info'),
    text('transfer_name'),
    ...zeros('total_bytes is_sticker'),
    blob('sticker_user_info'),
    blob('attribution_info'),
    ...zeros('hide_attachment ck_sync_state'),
    blob('ck_server_change_token_blob'),
    text('ck_record_id'),
    text('original_guid', uniqueNotNull),
    ...zeros('is_commsafety_sensitive'),
    text('emoji_image_content_identifier', { since: 15, until: 15, constraint: 'DEFAULT NULL' }),
    text('emoji_image_short_description', { since: 15, until: 15, constraint: 'DEFAULT NULL' }),
    ...texts('emoji_image_content_identifier emoji_image_short_description', { since: 26 }),
    ...zeros('preview_generation_state', { since: 15 }),
    blob('preflight_info', { since: 27, constraint: 'DEFAULT NULL' }),
    ...zeros('sensitivity_analysis', { since: 27 }),
  ],
}

const chat: Table = {
  name: 'chat',
  columns: [
    rowId,
    text('guid', uniqueNotNull),
    integer('style'),
    integer('state'),
    text('account_id'),
    blob('properties'),
    ...texts('chat_identifier service_name room_name account_login'),
    ...zeros('is_archived'),
    ...texts('last_addressed_handle display_name group_id'),
    ...zeros('is_filtered', { until: 15 }),
    integer('is_filtered', { since: 26, until: 26 }),
    ...zeros('is_filtered', { since: 27 }),
    integer('successful_query'),
    ...texts('engram_id server_change_token'),
    ...zeros('ck_sync_state'),
    text('original_group_id'),
    ...zeros('last_read_message_timestamp'),
    ...texts('cloudkit_record_id last_addressed_sim_id'),
    ...zeros('is_blackholed syndication_date syndication_type'),
    ...zeros('is_recovered is_deleting_incoming_messages', { since: 14 }),
    ...zeros('is_pending_review', { since: 26 }),
  ],
}

const handle: Table = {
  name: 'handle',
  columns: [
    uniqueRowId,
    text('id', notNull),
    text('country'),
    text('service', notNull),
    ...texts('uncanonicalized_id person_centric_id'),
  ],
  constraints: ['UNIQUE (id, service)'],
}

const joins: Table[] = [
  {
    name: 'chat_handle_join',
    columns: [owned('chat_id', 'chat'), owned('handle_id', 'handle')],
    constraints: ['UNIQUE(chat_id, handle_id)'],
  },
  {
    name: 'chat_message_join',
    columns: [
      owned('chat_id', 'chat'),
      owned('message_id', 'message'),
      ...zeros('message_date'),
      integer('index_state', { since: 26, constraint: 'NOT NULL DEFAULT 0' }),
      integer('filter_action', { since: 27, constraint: 'NOT NULL DEFAULT 0' }),
      integer('filter_sub_action', { since: 27, constraint: 'NOT NULL DEFAULT 0' }),
    ],
    constraints: ['PRIMARY KEY (chat_id, message_id)'],
  },
  {
    name: 'message_attachment_join',
    columns: [owned('message_id', 'message'), owned('attachment_id', 'attachment')],
    constraints: ['UNIQUE(message_id, attachment_id)'],
  },
]

const recentlyDeleted: Table[] = [
  {
    name: 'chat_recoverable_message_join',
    since: 13,
    columns: [
      owned('chat_id', 'chat'),
      owned('message_id', 'message'),
      integer('delete_date'),
      ...zeros('ck_sync_state'),
    ],
    constraints: ['PRIMARY KEY (chat_id, message_id)', 'CHECK (delete_date != 0)'],
  },
  {
    name: 'recoverable_message_part',
    since: 13,
    columns: [
      owned('chat_id', 'chat'),
      owned('message_id', 'message'),
      integer('part_index'),
      integer('delete_date'),
      blob('part_text', notNull),
      ...zeros('ck_sync_state'),
    ],
    constraints: ['PRIMARY KEY (chat_id, message_id, part_index)', 'CHECK (delete_date != 0)'],
  },
  {
    name: 'unsynced_removed_recoverable_messages',
    since: 13,
    columns: [uniqueRowId, text('chat_guid', notNull), text('message_guid', notNull), integer('part_index')],
  },
]

const guidAndRecord = [uniqueRowId, text('guid', notNull), text('recordID')]

const deletions: Table[] = [
  { name: 'deleted_messages', columns: [uniqueRowId, text('guid', notNull)] },
  { name: 'sync_deleted_messages', columns: guidAndRecord },
  { name: 'sync_deleted_attachments', columns: guidAndRecord },
  { name: 'sync_deleted_chats', columns: [...guidAndRecord, integer('timestamp')] },
  { name: 'scheduled_messages_pending_cloudkit_delete', since: 15, columns: guidAndRecord },
]

const tasks: Table[] = [
  {
    name: 'message_processing_task',
    until: 15,
    columns: [uniqueRowId, text('guid', notNull), integer('task_flags', notNull)],
  },
  {
    name: 'message_processing_task',
    since: 26,
    columns: [uniqueRowId, text('guid', uniqueNotNull), integer('task_flags', notNull), integer('reasons', notNull)],
  },
  {
    name: 'persistent_tasks',
    since: 26,
    columns: [
      uniqueRowId,
      text('guid', notNull),
      ...['flag_group', 'flag', 'flag_priority', 'lane', 'reason', 'reason_priority'].map((name) =>
        integer(name, notNull),
      ),
      blob('user_info'),
      ...zeros('retry_count'),
    ],
    constraints: ['UNIQUE(guid, flag)'],
  },
  {
    name: 'index_state_metrics',
    since: 26,
    columns: [
      integer('id', { constraint: 'UNIQUE DEFAULT 1' }),
      ...zeros('pending_count donated_count redonation_count'),
    ],
    constraints: ['UNIQUE (id)'],
  },
]

const chatIdentity: Table[] = [
  {
    name: 'chat_lookup',
    since: 26,
    columns: [text('identifier', notNull), text('domain', notNull), bound('chat', 'chat'), ...zeros('priority')],
    constraints: ['UNIQUE (identifier, domain)'],
  },
  {
    name: 'chat_service',
    since: 26,
    columns: [text('service', notNull), bound('chat', 'chat')],
    constraints: ['UNIQUE (service, chat)'],
  },
  {
    name: 'sync_chat_slice',
    since: 26,
    columns: [text('service_name', notNull), text('ck_record_id'), bound('chat', 'chat')],
    constraints: ['UNIQUE (chat, service_name)', 'UNIQUE (ck_record_id)'],
  },
]

const keyValue: Table = {
  name: 'kvtable',
  columns: [uniqueRowId, text('key', uniqueNotNull), blob('value', notNull)],
}

export const tables: readonly Table[] = [
  properties,
  attachment,
  chat,
  handle,
  { name: 'message', columns: messageColumns },
  ...joins,
  ...recentlyDeleted,
  ...deletions,
  ...tasks,
  ...chatIdentity,
  keyValue,
]
