/** Lists the shapes that the reference describes by name, because several responses contain them. */
import type { TSchema } from '@sinclair/typebox'
import { Capability } from './capability.ts'
import { Contact } from './contact.ts'
import { Conversation } from './conversation.ts'
import { Delivery, DeliveryAttempt, DeliveryDetails, DeliveryPage } from './delivery.ts'
import { MessageEvent, StreamDropped, StreamEvent } from './events.ts'
import { HealthReport, HealthRow } from './health.ts'
import { Heartbeat, Version } from './heartbeat.ts'
import { ApiKey, CreatedApiKey, NewApiKey, Session } from './key.ts'
import { LogEntry } from './log-entry.ts'
import { Attachment, LinkPreview, Message, TapbackDetail } from './message.ts'
import { PageSession } from './page-support.ts'
import { DeadDelivery, PluginRecord } from './plugin.ts'
import { PluginSlot } from './plugin-page.ts'
import { NewRule, Rule, RuleAction, RuleChange, RuleTrial, RuleTrialResult } from './rule.ts'
import { SearchPage, SearchResult, SearchStatus } from './search.ts'
import { Send } from './send.ts'
import { Settings, SettingsPatch } from './settings.ts'
import { SetupCheck, SetupProgress, SetupReport } from './setup.ts'
import { Statistics } from './statistics.ts'
import { ThemeDetails, Themes } from './theme.ts'
import { Trace } from './trace.ts'
import { WhitelistChange, WhitelistEntry } from './whitelist.ts'

export const shapes: Readonly<Record<string, TSchema>> = {
  ApiKey,
  Attachment,
  Capability,
  Contact,
  Conversation,
  CreatedApiKey,
  DeadDelivery,
  Delivery,
  DeliveryAttempt,
  DeliveryDetails,
  DeliveryPage,
  Heartbeat,
  LinkPreview,
  LogEntry,
  Message,
  MessageEvent,
  NewApiKey,
  NewRule,
  PageSession,
  PluginRecord,
  PluginSlot,
  Rule,
  RuleAction,
  RuleChange,
  RuleTrial,
  RuleTrialResult,
  SearchPage,
  SearchResult,
  SearchStatus,
  Send,
  Session,
  Settings,
  SettingsPatch,
  HealthReport,
  HealthRow,
  SetupCheck,
  SetupProgress,
  SetupReport,
  Statistics,
  StreamDropped,
  StreamEvent,
  TapbackDetail,
  ThemeDetails,
  Themes,
  Trace,
  Version,
  WhitelistChange,
  WhitelistEntry,
}
