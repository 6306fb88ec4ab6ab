/** Lists the shapes that the reference describes by name, because several responses contain them. */
import type { TSchema } from '@sinclair/typebox'
import { Alert, AlertEvent } from './alert.ts'
import { Capability } from './capability.ts'
import { BlueBubblesState, CompatWebhook } from './compat.ts'
import { Contact } from './contact.ts'
import { Conversation, ConversationDetails } from './conversation.ts'
import { Delivery, DeliveryAttempt, DeliveryDetails, DeliveryPage, TestResult } from './delivery.ts'
import { MessageEvent, StreamDropped, StreamEvent } from './events.ts'
import { HealthReport, HealthRow } from './health.ts'
import { Heartbeat, Version } from './heartbeat.ts'
import { ApiKey, CreatedApiKey, NewApiKey, Session } from './key.ts'
import { LogEntry } from './log-entry.ts'
import { MediaItem, MediaPage } from './media.ts'
import { Attachment, LinkPreview, Message, TapbackDetail } from './message.ts'
import { Destination, Overview } from './overview.ts'
import { PageSession } from './page-support.ts'
import { People, Person, PersonChoice } from './person.ts'
import { PlacedMessage, PlacedMessagePage } from './placed-message.ts'
import { DeadDelivery, PluginRecord } from './plugin.ts'
import { PluginSlot } from './plugin-page.ts'
import { NewPushSubscription, PushSubscription } from './push.ts'
import { NewRule, Rule, RuleAction, RuleChange, RuleTrial, RuleTrialResult } from './rule.ts'
import { SearchPage, SearchResult, SearchStatus } from './search.ts'
import { Scheduled, Send } from './send.ts'
import { SettingsPatch, ShownSettings } from './settings.ts'
import { SetupCheck, SetupProgress, SetupReport } from './setup.ts'
import { StarredMessage } from './starred.ts'
import { Statistics } from './statistics.ts'
import { RowPage, StoredAttachment, StoredHandle, StoredRow, StoredTotals } from './stored-row.ts'
import { ThemeDetails, Themes } from './theme.ts'
import { Trace } from './trace.ts'
import { WhitelistChange, WhitelistEntry } from './whitelist.ts'

export const shapes: Readonly<Record<string, TSchema>> = {
  Alert,
  AlertEvent,
  ApiKey,
  Attachment,
  BlueBubblesState,
  Capability,
  CompatWebhook,
  Contact,
  Conversation,
  ConversationDetails,
  CreatedApiKey,
  DeadDelivery,
  Delivery,
  DeliveryAttempt,
  DeliveryDetails,
  DeliveryPage,
  Destination,
  Heartbeat,
  LinkPreview,
  LogEntry,
  MediaItem,
  MediaPage,
  Message,
  MessageEvent,
  NewApiKey,
  NewPushSubscription,
  NewRule,
  Overview,
  PageSession,
  People,
  Person,
  PersonChoice,
  PlacedMessage,
  PlacedMessagePage,
  PluginRecord,
  PluginSlot,
  PushSubscription,
  RowPage,
  Rule,
  RuleAction,
  RuleChange,
  RuleTrial,
  RuleTrialResult,
  Scheduled,
  SearchPage,
  SearchResult,
  SearchStatus,
  Send,
  Session,
  Settings: ShownSettings,
  SettingsPatch,
  HealthReport,
  HealthRow,
  SetupCheck,
  SetupProgress,
  SetupReport,
  StarredMessage,
  Statistics,
  StoredAttachment,
  StoredHandle,
  StoredRow,
  StoredTotals,
  StreamDropped,
  StreamEvent,
  TapbackDetail,
  TestResult,
  ThemeDetails,
  Themes,
  Trace,
  Version,
  WhitelistChange,
  WhitelistEntry,
}
