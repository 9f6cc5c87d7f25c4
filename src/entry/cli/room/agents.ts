import type { z } from 'zod'
import { roomAgentEnable, roomAgentListAll, roomAgentShow } from '../../../room/agents/operations.ts'
import {
  roomEndpointConfirm,
  roomEndpointList,
  roomEndpointShow,
  roomEndpointUpdate,
  roomProviderTest,
} from '../../../room/providers/operations.ts'
import { askLine } from '../ask-line.ts'
import { usageFault } from '../failure.ts'
import { rows } from '../rows.ts'
import { visible } from '../visible.ts'
import type { RoomCli, RoomVerb } from './verb.ts'
import { facts, warningText } from './words.ts'

export const agentList: RoomVerb<[], object, z.output<typeof roomAgentListAll.output>> = {
  usage: 'list',
  summary: 'all agents in the order in which they speak, and who speaks for each',
  examples: ['agents list'],
  ask: ({ call }) => call(roomAgentListAll, { limit: 200 }),
  show({ agents, warnings }, page) {
    const { bold, dim } = page.colors
    const table = agents.map(({ id, name, role, enabled, speaker }) => [
      { text: id, paint: bold },
      name,
      role,
      enabled ? 'on' : { text: 'off', paint: dim },
      speaker.status,
      [speaker.provider, speaker.model].filter(Boolean).join(' '),
    ])
    page.data(rows(table, page))
    for (const warning of warnings) page.note(warningText(warning))
  },
}

interface Shown {
  agent: z.output<typeof roomAgentShow.output>
  endpoint: EndpointView['endpoint']
  unconfirmed?: EndpointView['unconfirmed']
}

type EndpointView = z.output<typeof roomEndpointShow.output>

export const agentShow: RoomVerb<[agent: string], object, Shown> = {
  usage: 'show <agent>',
  summary: 'one agent and its endpoint',
  examples: ['agents show chief'],
  async ask({ call }, _, id) {
    const agent = await call(roomAgentShow, { id })
    const { endpoint, unconfirmed } = await call(roomEndpointShow, { id })
    return { agent, endpoint, ...(unconfirmed && { unconfirmed }) }
  },
  show({ agent: { id, name, role, enabled, speaker }, endpoint, unconfirmed }, page) {
    facts(page, [
      ['agent', id],
      ['name', name],
      ['role', role],
      ['enabled', enabled ? 'yes' : 'no'],
      ['speaker', speaker.status],
      ...Object.entries(endpoint ?? {}).map(([field, value]) => [field, String(value)] as const),
    ])
    if (unconfirmed) page.note(`An endpoint came with the folder and is not used: daybook room agents confirm ${id}`)
  },
}

interface EndpointOptions {
  provider?: string
  model?: string
  baseUrl?: string
  key?: string
  temperature?: string
  timeout?: string
  builtin?: true
}

export const agentSet: RoomVerb<[agent: string], EndpointOptions, z.output<typeof roomEndpointUpdate.output>> = {
  usage: 'set <agent>',
  summary: 'choose who speaks for an agent: provider, model, address, and the name of a key',
  options: [
    ['--provider <name>', 'lmstudio, ollama, openai, anthropic, custom, …'],
    ['--model <name>', 'as the provider calls it'],
    ['--base-url <url>', 'another address of the provider'],
    [
      '--key <ref>',
      'env:NAME, or <provider>:<id> of a stored key; never the key itself. Another address needs it again',
    ],
    ['--temperature <n>', '0 to 2'],
    ['--timeout <seconds>', '1 to 600'],
    ['--builtin', 'the built-in responder, which needs no model'],
  ],
  examples: [
    'agents set chief --provider lmstudio --model qwen2.5-7b-instruct',
    'agents set editor --provider openai --model <name> --key env:OPENAI_API_KEY',
    'agents set chief --builtin',
  ],
  ask({ call }, { provider, model, baseUrl, key, temperature, timeout, builtin }, id) {
    const change = {
      ...(provider !== undefined && { provider }),
      ...(model !== undefined && { model }),
      ...(baseUrl !== undefined && { baseUrl }),
      ...(key !== undefined && { apiKeyRef: key }),
      ...(temperature !== undefined && { temperature: numberIn('--temperature', temperature) }),
      ...(timeout !== undefined && { timeoutMs: numberIn('--timeout', timeout) * 1000 }),
    }
    const isEmpty = Object.keys(change).length === 0
    if (isEmpty !== (builtin === true)) {
      throw usageFault('Say what to change.', 'For example: --provider ollama --model <name>, or --builtin alone.')
    }
    const none = { provider: 'builtin', model: null, baseUrl: null, apiKeyRef: null }
    return call(roomEndpointUpdate, { id, ...(builtin ? none : change) })
  },
  show({ agentId, speaker }, page) {
    page.line(visible(`${agentId}  ${speaker.status}  ${[speaker.provider, speaker.model].filter(Boolean).join(' ')}`))
    if (speaker.status === 'incomplete') page.note('Choose a model: --model <name>')
    if (speaker.status === 'unconfigured') page.note('Its key is missing: --key env:NAME, or daybook room keys add')
    if (speaker.status !== 'builtin') page.note(`Try it: daybook room agents test ${agentId}`)
  },
}

interface Confirmed {
  confirmed: EndpointView[]
  /** Those that stay unused. */
  left: string[]
}

export const agentConfirm: RoomVerb<[agent: string | undefined], { yes?: true }, Confirmed> = {
  usage: 'confirm [agent]',
  summary: 'show what endpoints that came with the folder would send where, and use those you agree to',
  options: [['--yes', 'agree to all that are shown']],
  examples: ['agents confirm', 'agents confirm chief', 'agents confirm chief --yes'],
  speaks: true,
  async ask(cli, { yes, json }, agent) {
    const views = agent
      ? [await cli.call(roomEndpointShow, { id: agent })]
      : (await cli.call(roomEndpointList, { limit: 500 })).endpoints
    const done: Confirmed = { confirmed: [], left: [] }
    for (const { agentId, unconfirmed } of views) {
      if (!unconfirmed) continue
      if (!json) showSending(cli, agentId, unconfirmed)
      const { to, key } = unconfirmed
      if (to !== null && (yes || (await agrees()))) {
        done.confirmed.push(await cli.call(roomEndpointConfirm, { id: agentId, to, key }))
      } else done.left.push(agentId)
    }
    return done
  },
  show({ confirmed, left }, page) {
    for (const { agentId, speaker } of confirmed) page.line(visible(`${agentId}  ${speaker.status}`))
    if (left.length > 0) {
      page.note(`Not used: ${left.join(', ')}. Choose something else: daybook room agents set ${left[0]} --builtin`)
    } else if (confirmed.length === 0) page.note('No endpoint waits to be confirmed.')
  },
}

function showSending(
  { page }: RoomCli,
  agentId: string,
  { provider, model, to, key }: NonNullable<EndpointView['unconfirmed']>,
): void {
  facts(page, [
    ['agent', agentId],
    ['provider', [provider, model].filter(Boolean).join(' ')],
    ['sends to', to ?? 'nowhere: the provider is not known here, or its address must not be called'],
    ['with key', key ?? 'none'],
    ['and', 'what the agent is asked and reads of this workspace'],
  ])
}

async function agrees(): Promise<boolean> {
  const answer = await askLine('Use it? [y/N] ')
  if (answer === undefined) throw usageFault('An endpoint must be confirmed.', 'Run it in a terminal, or add --yes.')
  return /^y(es)?$/i.test(answer)
}

export const agentEnable = switching('enable', true, 'let an agent take part')
export const agentDisable = switching('disable', false, 'switch an agent off; it stays, because receipts name it')

function switching(
  word: string,
  enabled: boolean,
  summary: string,
): RoomVerb<[agent: string], object, z.output<typeof roomAgentEnable.output>> {
  return {
    usage: `${word} <agent>`,
    summary,
    examples: [`agents ${word} critic`],
    ask: ({ call }, _, id) => call(roomAgentEnable, { id, enabled }),
    show({ agent, warnings }, page) {
      page.line(`${agent.id}  ${agent.enabled ? 'on' : 'off'}`)
      for (const warning of warnings) page.note(warningText(warning))
    },
  }
}

export const agentTest: RoomVerb<[agent: string], object, z.output<typeof roomProviderTest.output>> = {
  usage: 'test <agent>',
  summary: 'ask whoever speaks for an agent one fixed question; exit code 1 when nobody answers',
  examples: ['agents test chief'],
  speaks: true,
  ask: ({ call }, _, agentId) => call(roomProviderTest, { agentId }),
  show: ({ ok, code, latencyMs, provider, model }, page) =>
    page.line(visible(`${ok ? 'answers' : `fails: ${code}`}  ${provider} ${model}  ${latencyMs} ms`)),
  exit: ({ ok }) => (ok ? 0 : 1),
}

function numberIn(flag: string, given: string): number {
  if (/^\d{1,3}(\.\d{1,3})?$/.test(given)) return Number(given)
  throw usageFault(`${flag} takes a number.`, `For example: ${flag} 1`)
}
