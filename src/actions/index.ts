/** Maps each endpoint of the table to its action. */
import type { Actions } from './action.ts'
import { addKey } from './add-key.ts'
import { addRule } from './add-rule.ts'
import { addToWhitelist } from './add-to-whitelist.ts'
import { archiveConversation, unarchiveConversation } from './archive-conversation.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { cancelSend } from './cancel-send.ts'
import { capabilities } from './capabilities.ts'
import { changeKey } from './change-key.ts'
import { changeRule } from './change-rule.ts'
import { changeScheduled } from './change-scheduled.ts'
import { changeSettings } from './change-settings.ts'
import { changeTapback } from './change-tapback.ts'
import { compareRules } from './compare-rules.ts'
import { compat } from './compat.ts'
import { contactAvatar } from './contact-avatar.ts'
import { conversationDetails } from './conversation-details.ts'
import { dropDead, listDead, retryDead } from './dead-deliveries.ts'
import { deleteRule } from './delete-rule.ts'
import {
  getDelivery,
  listDeliveries,
  retryDelivery,
  retryPlugin,
  sendDeliveryAgain,
  skipDelivery,
} from './deliveries.ts'
import { disablePlugin } from './disable-plugin.ts'
import { editMessage } from './edit-message.ts'
import { enablePlugin } from './enable-plugin.ts'
import { endSession } from './end-session.ts'
import { exportConversation } from './export-conversation.ts'
import { getAttachment } from './get-attachment.ts'
import { getConversation } from './get-conversation.ts'
import { getMessage, listAllMessages } from './get-message.ts'
import { getSend } from './get-send.ts'
import { getSettings } from './get-settings.ts'
import { health } from './health.ts'
import { healthReport } from './health-report.ts'
import { heartbeat } from './heartbeat.ts'
import { importTheme } from './import-theme.ts'
import { keyActivity, seeKeyMarks } from './key-activity.ts'
import { listAlerts } from './list-alerts.ts'
import { listBlocked } from './list-blocked.ts'
import { listContacts } from './list-contacts.ts'
import { listConversations } from './list-conversations.ts'
import { listKeys } from './list-keys.ts'
import { listLines } from './list-lines.ts'
import { listMedia } from './list-media.ts'
import { listMessages } from './list-messages.ts'
import { listPlugins } from './list-plugins.ts'
import { countRows, listHandles, listRows, rowTotals } from './list-rows.ts'
import { listRules } from './list-rules.ts'
import { listScheduled } from './list-scheduled.ts'
import { listSends } from './list-sends.ts'
import { listSessions } from './list-sessions.ts'
import { listWhitelist } from './list-whitelist.ts'
import { logHistory } from './log-history.ts'
import { markRead } from './mark-read.ts'
import { messageTrace } from './message-trace.ts'
import { newBlueBubblesPassword } from './new-bluebubbles-password.ts'
import { openMessagesApp, openPane, revealProgram } from './open-on-mac.ts'
import { listOutbox, refuseHeld, releaseHeld } from './outbox.ts'
import { overview } from './overview.ts'
import { pausePlugin, resumePlugin } from './pause-plugin.ts'
import { joinPerson, listPeople, separatePerson } from './people.ts'
import { removePlugin } from './plugin-packages.ts'
import { pluginCall } from './plugin-page/plugin-call.ts'
import { pluginConversation } from './plugin-page/plugin-conversation.ts'
import { pluginFailed } from './plugin-page/plugin-failed.ts'
import { pluginSendFile } from './plugin-page/plugin-send-file.ts'
import { pluginSlots } from './plugin-page/plugin-slots.ts'
import {
  addPushSubscription,
  changePushSubscription,
  listPushSubscriptions,
  pushKey,
  removePushSubscription,
  testPushSubscription,
} from './push-subscriptions.ts'
import { removeFromWhitelist } from './remove-from-whitelist.ts'
import { removeTheme } from './remove-theme.ts'
import { restartProcess } from './restart-process.ts'
import { restoreKey } from './restore-key.ts'
import { revokeKey } from './revoke-key.ts'
import { search } from './search.ts'
import { searchStatus } from './search-status.ts'
import { send } from './send.ts'
import { sendFile } from './send-file.ts'
import { sendToChat } from './send-to-chat.ts'
import { setTyping } from './set-typing.ts'
import { settingsSchema } from './settings-schema.ts'
import { setupChecks } from './setup-checks.ts'
import { setupProgress } from './setup-progress.ts'
import { listStarred, starMessage, unstarMessage } from './starred.ts'
import { statistics } from './statistics.ts'
import { testPlugin } from './test-plugin.ts'
import { testRule } from './test-rule.ts'
import { themeAsset } from './theme-asset.ts'
import { themeDetails } from './theme-details.ts'
import { themeStylesheet } from './theme-stylesheet.ts'
import { themes } from './themes.ts'
import { unsendMessage } from './unsend-message.ts'
import { version } from './version.ts'

export const actions: Actions = {
  health,
  heartbeat,
  version,
  overview,
  list_lines: listLines,
  list_conversations: listConversations,
  get_conversation: getConversation,
  conversation_details: conversationDetails,
  export_conversation: exportConversation,
  list_messages: listMessages,
  list_media: listMedia,
  mark_read: markRead,
  archive_conversation: archiveConversation,
  unarchive_conversation: unarchiveConversation,
  list_starred: listStarred,
  star_message: starMessage,
  unstar_message: unstarMessage,
  list_all_messages: listAllMessages,
  list_rows: listRows,
  count_rows: countRows,
  row_totals: rowTotals,
  list_handles: listHandles,
  get_message: getMessage,
  message_trace: messageTrace,
  send,
  send_to_chat: sendToChat,
  send_file: sendFile,
  list_sends: listSends,
  cancel_send: cancelSend,
  get_send: getSend,
  list_outbox: listOutbox,
  release_held: releaseHeld,
  refuse_held: refuseHeld,
  list_scheduled: listScheduled,
  change_scheduled: changeScheduled,
  cancel_scheduled: cancelScheduled,
  change_tapback: changeTapback,
  edit_message: editMessage,
  unsend_message: unsendMessage,
  search,
  set_typing: setTyping,
  search_status: searchStatus,
  get_attachment: getAttachment,
  list_contacts: listContacts,
  list_people: listPeople,
  separate_person: separatePerson,
  join_person: joinPerson,
  contact_avatar: contactAvatar,
  capabilities,
  get_settings: getSettings,
  change_settings: changeSettings,
  list_whitelist: listWhitelist,
  add_to_whitelist: addToWhitelist,
  remove_from_whitelist: removeFromWhitelist,
  list_blocked: listBlocked,
  list_plugins: listPlugins,
  enable_plugin: enablePlugin,
  disable_plugin: disablePlugin,
  list_dead: listDead,
  retry_dead: retryDead,
  drop_dead: dropDead,
  retry_plugin: retryPlugin,
  remove_plugin: removePlugin,
  test_plugin: testPlugin,
  pause_plugin: pausePlugin,
  resume_plugin: resumePlugin,
  list_deliveries: listDeliveries,
  get_delivery: getDelivery,
  retry_delivery: retryDelivery,
  skip_delivery: skipDelivery,
  send_delivery_again: sendDeliveryAgain,
  list_rules: listRules,
  add_rule: addRule,
  test_rule: testRule,
  compare_rules: compareRules,
  change_rule: changeRule,
  delete_rule: deleteRule,
  list_keys: listKeys,
  key_activity: keyActivity,
  see_key_marks: seeKeyMarks,
  add_key: addKey,
  change_key: changeKey,
  revoke_key: revokeKey,
  restore_key: restoreKey,
  list_sessions: listSessions,
  end_session: endSession,
  push_key: pushKey,
  list_push_subscriptions: listPushSubscriptions,
  add_push_subscription: addPushSubscription,
  change_push_subscription: changePushSubscription,
  remove_push_subscription: removePushSubscription,
  test_push_subscription: testPushSubscription,
  log_history: logHistory,
  statistics,
  themes,
  theme_details: themeDetails,
  import_theme: importTheme,
  remove_theme: removeTheme,
  theme_stylesheet: themeStylesheet,
  theme_asset: themeAsset,
  setup_checks: setupChecks,
  setup_progress: setupProgress,
  open_pane: openPane,
  open_messages: openMessagesApp,
  list_alerts: listAlerts,
  compat,
  new_bluebubbles_password: newBlueBubblesPassword,
  reveal_program: revealProgram,
  restart_process: restartProcess,
  health_report: healthReport,
  settings_schema: settingsSchema,
  plugin_slots: pluginSlots,
  plugin_conversation: pluginConversation,
  plugin_call: pluginCall,
  plugin_failed: pluginFailed,
  plugin_send_file: pluginSendFile,
}
