// The columns of chat.db's message table, in the order in which a fresh database of each macOS has them.

import { blob, type Column, integer, rowId, text, texts, uniqueNotNull, zeros } from './table.ts'

const identity: Column[] = [
  rowId,
  text('guid', uniqueNotNull),
  text('text'),
  ...zeros('replace'),
  text('service_center'),
  ...zeros('handle_id'),
  ...texts('subject country'),
  blob('attributedBody'),
  ...zeros('version type'),
  ...texts('service account account_guid'),
  ...zeros('error'),
]

const states: Column[] = [
  ...['date', 'date_read', 'date_delivered'].map((name) => integer(name)),
  ...zeros('is_delivered is_finished is_emote is_from_me is_empty is_delayed is_auto_reply is_prepared is_read'),
  ...zeros('is_system_message is_sent has_dd_results is_service_message is_forward was_downgraded is_archive'),
  ...zeros('cache_has_attachments'),
  text('cache_roomnames'),
  ...zeros('was_data_detected was_deduplicated is_audio_message is_played'),
  integer('date_played'),
]

const events: Column[] = [
  ...zeros('item_type other_handle'),
  text('group_title'),
  ...zeros('group_action_type share_status share_direction is_expirable expire_state'),
  ...zeros('message_action_type message_source'),
]

const rich: Column[] = [
  text('associated_message_guid'),
  ...zeros('associated_message_type'),
  text('balloon_bundle_id'),
  blob('payload_data'),
  text('expressive_send_style_id'),
  ...zeros('associated_message_range_location associated_message_range_length'),
  integer('time_expressive_send_played'),
  blob('message_summary_info'),
]

const cloud: Column[] = [
  ...zeros('ck_sync_state'),
  ...texts('ck_record_id ck_record_change_tag destination_caller_id'),
  ...zeros('is_corrupt'),
  text('reply_to_guid'),
  integer('sort_id'),
  ...zeros('is_spam has_unseen_mention'),
  ...texts('thread_originator_guid thread_originator_part syndication_ranges synced_syndication_ranges'),
  ...zeros('was_delivered_quietly did_notify_recipient'),
]

// A column that a later macOS added to old databases has a default there and none in a fresh one, or the reverse.
const edits: Column[] = [
  integer('date_retracted', { since: 13, until: 13 }),
  integer('date_edited', { since: 13, until: 13 }),
  ...zeros('date_retracted date_edited', { since: 14, until: 15 }),
  integer('date_retracted', { since: 26 }),
  integer('date_edited', { since: 26 }),
  integer('date_recovered', { since: 26, until: 26 }),
  ...zeros('was_detonated', { since: 13 }),
  integer('part_count', { since: 13 }),
]

const sonoma: Column[] = [
  ...zeros('is_stewie', { since: 14 }),
  ...zeros('is_kt_verified', { since: 14, until: 15 }),
  ...zeros('is_sos is_critical', { since: 14 }),
  text('bia_reference_id', { since: 14, until: 15, constraint: 'DEFAULT NULL' }),
  text('bia_reference_id', { since: 26 }),
  ...zeros('is_kt_verified', { since: 26 }),
  text('fallback_hash', { since: 14, until: 15, constraint: 'DEFAULT NULL' }),
  text('fallback_hash', { since: 26 }),
]

const sequoia: Column[] = [
  text('associated_message_emoji', { since: 15, until: 15, constraint: 'DEFAULT NULL' }),
  text('associated_message_emoji', { since: 26 }),
  ...zeros('is_pending_satellite_send needs_relay schedule_type schedule_state sent_or_received_off_grid', {
    since: 15,
  }),
]

const tahoe: Column[] = [
  ...zeros('date_recovered', { since: 27 }),
  ...zeros('is_time_sensitive', { since: 26 }),
  text('ck_chat_id', { since: 26 }),
  ...zeros('index_state', { since: 26 }),
]

const macos27: Column[] = [
  ...zeros('filter_action filter_sub_action is_preview_sent is_preview_delivered', { since: 27 }),
  ...['date_preview_sent', 'date_preview_delivered', 'date_updated', 'retry_count'].map((name) =>
    integer(name, { since: 27 }),
  ),
]

export const messageColumns: readonly Column[] = [
  ...identity,
  ...states,
  ...events,
  ...rich,
  ...cloud,
  ...edits,
  ...sonoma,
  ...sequoia,
  ...tahoe,
  ...macos27,
]
