/** Declares the settings of the MQTT integration. */
import { tlsSettings } from '../shared/tls-settings.ts'

export interface Settings {
  url: string
  username: string
  password: string
  ca: string
  client_certificate: string
  client_key: string
  protocol_version: 4 | 5
  base_topic: string
  qos: 0 | 1
  retain: boolean
  include_text: boolean
  allow_sending: boolean
  home_assistant: boolean
  discovery_prefix: string
  device_name: string
}

const topic = { type: 'string', pattern: '^[^+#$/\\s]+(/[^+#/\\s]+)*$', maxLength: 100 }

export const settingsSchema = {
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: {
      type: 'string',
      format: 'uri',
      pattern: '^(mqtt|mqtts|ws|wss)://[^@]+$',
      title: 'Broker',
      description: '`mqtt://` or `mqtts://`, or `ws://` or `wss://` with the path that the broker listens at.',
    },
    username: { type: 'string', default: '', title: 'User name' },
    password: { type: 'string', format: 'password', default: '', title: 'Password' },
    ...tlsSettings('PEM of the authority that signed the certificate of the broker, or a self-signed certificate.'),
    protocol_version: {
      type: 'integer',
      enum: [4, 5],
      default: 5,
      title: 'Protocol version',
      description:
        "5, or 4 (MQTT 3.1.1) for a broker without version 5. Version 4 can't tell that a live order is retained.",
    },
    base_topic: {
      ...topic,
      default: 'messages',
      title: 'Base topic',
      description: 'Everything happens below it. Each Mac needs one of its own.',
    },
    qos: {
      type: 'integer',
      enum: [0, 1],
      default: 1,
      title: 'Quality of service',
      description: '1: a message is done when the broker has confirmed it. 0: when it is on its way; it may be lost.',
    },
    retain: {
      type: 'boolean',
      default: false,
      title: 'Retain',
      description:
        'The broker keeps the last message of each conversation for later subscribers, while the service runs.',
    },
    include_text: {
      type: 'boolean',
      default: true,
      title: 'With text',
      description: 'Otherwise only who wrote, and when.',
    },
    allow_sending: {
      type: 'boolean',
      default: false,
      title: 'Allow sending',
      description: 'Whoever may publish below the base topic can then write in your name.',
    },
    home_assistant: {
      type: 'boolean',
      default: false,
      title: 'Home Assistant',
      description: 'Makes itself known as a device with sensors, an event and, where sending is allowed, notifiers.',
    },
    discovery_prefix: { ...topic, default: 'homeassistant', title: 'Discovery prefix of Home Assistant' },
    device_name: {
      type: 'string',
      default: 'Messages',
      minLength: 1,
      maxLength: 60,
      title: 'Name of the device in Home Assistant',
    },
  },
}
