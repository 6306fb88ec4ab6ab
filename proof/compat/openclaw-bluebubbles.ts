/** Runs the last BlueBubbles channel of OpenClaw: its probe, a webhook in, and an answer out. */
import { until } from '../../test/harness/until.ts'
import { type Client, cameOf, sentTexts } from './client.ts'
import { startGateway } from './openclaw.ts'

const answer = 'The stand-in of the model says hello'

const isRunning = (status: string): boolean => /bluebubbles.*(works|ok|connected|running)/i.test(status)

export const openclawBluebubbles: Client = {
  name: 'openclaw-bluebubbles',
  release: '@openclaw/bluebubbles 2026.5.7 with openclaw 2026.5.7',
  door: 'BlueBubbles',
  does: 'runs the whole gateway: probes the status, receives a message by webhook, and sends the answer of a stand-in model',
  programs: 'openclaw-bluebubbles',
  async run(place) {
    const { recorder, password, arrive } = place
    const webhookPath = '/bluebubbles-webhook'
    const settings = {
      enabled: true,
      serverUrl: recorder.url,
      password,
      webhookPath,
      dmPolicy: 'open',
      allowFrom: ['*'],
      network: { dangerouslyAllowPrivateNetwork: true },
    }
    const plugin = '@openclaw/bluebubbles'
    await using gateway = await startGateway(place, { name: 'bluebubbles', plugin, settings }, answer)
    const hook = `http://127.0.0.1:${gateway.port}${webhookPath}?password=${encodeURIComponent(password)}`
    await fetch(`${recorder.url}/api/v1/webhook?password=${encodeURIComponent(password)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: hook, events: ['new-message', 'updated-message'] }),
    })
    const findings: string[] = []
    await until(() => recorder.calls.some(({ call }) => /ping|server\/info|query/.test(call)), {
      withinMs: 90_000,
      describe: () => `the channel to ask for anything; the gateway says ${gateway.said().slice(-1_500)}`,
    })
    // The gateway gives its own command thirty seconds, which a busy machine may need for something else.
    let said = ''
    for (let tries = 0; tries < 3 && !isRunning(said); tries++) {
      const { stdout, stderr } = await gateway.command('channels', 'status', '--probe')
      said = `${stdout}${stderr}`
    }
    if (!isRunning(said)) findings.push(`status: ${said}`.slice(-400))
    arrive('Hello, OpenClaw')
    await until(async () => (await sentTexts(place)).some((text) => text.includes(answer)), {
      withinMs: 120_000,
      describe: () =>
        `an answer; the model was asked ${gateway.model.asked.length} times; ${gateway.said().slice(-2_000)}`,
    }).catch((error: Error) => findings.push(error.message))
    return cameOf(place, { findings, said: 'a message reached the model, and its answer was sent' })
  },
}
