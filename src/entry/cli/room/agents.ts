import type { Group } from '../command-line.ts'
import { usageFault } from '../failure.ts'
import { askToConfirm, isYes } from '../input.ts'
import { when } from '../terminal.ts'
import type { Output } from '../verb.ts'
import { type RoomCli, readSecret, roomVerb } from './part.ts'

export const agents: Group = {
  summary: 'the agents and their models: list, show, set, …',
  commands: {
    list: roomVerb('room_agent_list_all', {
      summary: 'all agents in the order in which they speak, and the model of each',
      examples: ['agents list'],
      input: () => ({ limit: 200 }),
      list: 'agents',
      columns: [
        ...(['id', 'name', 'role'] as const),
        ({ enabled }, { dim }) => (enabled ? 'on' : dim('off')),
        ({ speaker }) => speaker.status,
        ({ speaker }) => modelOf(speaker),
      ],
      notes: ({ warnings }) => warnings.map(warningInWords),
    }),
    show: roomVerb('room_agent_show', {
      summary: 'one agent and its endpoint',
      args: { agent: 'id' },
      examples: ['agents show chief'],
      async ask({ call }, { id }) {
        const agent = await call('room_agent_show', { id })
        const { endpoint, unconfirmed } = await call('room_endpoint_show', { id })
        return { agent, endpoint, ...(unconfirmed && { unconfirmed }) }
      },
      show: ({ agent: { id, name, role, enabled, speaker }, endpoint }, page) =>
        page.facts({ agent: id, name, role, enabled, speaker: speaker.status, ...endpoint }),
      notes: ({ agent: { id }, unconfirmed }) =>
        unconfirmed && `An endpoint came with the folder and is not used: daybook room agents confirm ${id}`,
    }),
    set: roomVerb('room_endpoint_update', {
      summary: 'choose the model of an agent: provider, model, address, and the name of a key',
      args: { agent: 'id' },
      flags: [
        ['provider <name>', 'provider'],
        ['model <name>', 'model'],
        ['base-url <url>', 'baseUrl'],
        [
          'key <ref>',
          'apiKeyRef',
          'env:NAME, or <provider>:<id> of a stored key; never the key itself. Another address needs it again',
        ],
        'temperature',
      ],
      own: { 'timeout <seconds>': '1 to 600', builtin: 'the built-in responder, which needs no model' },
      examples: [
        'agents set chief --provider lmstudio --model qwen2.5-7b-instruct',
        'agents set editor --provider openai --model <name> --key env:OPENAI_API_KEY',
        'agents set chief --builtin',
      ],
      input({ id, ...given }, { timeout, builtin }) {
        const change = { ...given, ...(timeout !== undefined && { timeoutMs: secondsIn(timeout) * 1000 }) }
        if ((Object.keys(change).length === 0) !== (builtin === true)) {
          throw usageFault('Say what to change.', 'For example: --provider ollama --model <name>, or --builtin alone.')
        }
        const none = { provider: 'builtin', model: null, baseUrl: null, apiKeyRef: null }
        return { id, ...(builtin ? none : change) }
      },
      line: ({ agentId, speaker }) => `${agentId}  ${speaker.status}  ${modelOf(speaker)}`,
      notes: ({ agentId, speaker: { status } }) => [
        status === 'incomplete' && 'Choose a model: --model <name>',
        status === 'unconfigured' && 'Its key is missing: --key env:NAME, or daybook room keys add',
        status !== 'builtin' && `Try it: daybook room agents test ${agentId}`,
      ],
    }),
    confirm: roomVerb('room_endpoint_list', {
      summary: 'show what endpoints that came with the folder would send where, and use those you agree to',
      own: { '[agent]': 'all agents when left out', yes: 'agree to all that are shown' },
      examples: ['agents confirm', 'agents confirm chief', 'agents confirm chief --yes'],
      usesKeys: true,
      async ask(cli, _, { agent, yes }) {
        const views: EndpointView[] = agent
          ? [await cli.call('room_endpoint_show', { id: agent })]
          : (await cli.call('room_endpoint_list', { limit: 500 })).endpoints
        const confirmed: EndpointView[] = []
        const left: string[] = []
        for (const { agentId, unconfirmed } of views) {
          if (!unconfirmed) continue
          if (!cli.flags.json) showDestination(cli, agentId, unconfirmed)
          const { to, key } = unconfirmed
          if (to !== null && (yes || (await agrees()))) {
            confirmed.push(await cli.call('room_endpoint_confirm', { id: agentId, to, key }))
          } else left.push(agentId)
        }
        return { confirmed, left }
      },
      show: ({ confirmed }, page) => page.list(confirmed, ['agentId', ({ speaker }) => speaker.status]),
      notes: ({ confirmed, left }) =>
        left.length > 0
          ? `Not used: ${left.join(', ')}. Choose something else: daybook room agents set ${left[0]} --builtin`
          : confirmed.length === 0 && 'No endpoint waits to be confirmed.',
    }),
    enable: switching('enable', true, 'let an agent take part'),
    disable: switching('disable', false, 'switch an agent off; it stays, because receipts name it'),
    test: roomVerb('room_provider_test', {
      summary: 'ask the model of an agent one fixed question; exit code 1 when it does not answer',
      args: { agent: 'agentId' },
      examples: ['agents test chief'],
      usesKeys: true,
      line: ({ ok, code, latencyMs, provider, model }) =>
        `${ok ? 'answers' : `fails: ${code}`}  ${provider} ${model}  ${latencyMs} ms`,
      exit: ({ ok }) => (ok ? 0 : 1),
    }),
  },
}

function modelOf({ provider, model }: { provider?: string | null | undefined; model?: string | null | undefined }) {
  return [provider, model].filter(Boolean).join(' ')
}

/** A warning about the roster in words; programs get its code. */
function warningInWords(warning: string): string {
  const [, count] = /^chief_required:(\d+)$/.exec(warning) ?? []
  if (count === undefined) return warning
  return `The room needs exactly one Chief and has ${count}. Until then no conference can be opened.`
}

function secondsIn(given: string): number {
  if (/^\d{1,3}(\.\d{1,3})?$/.test(given)) return Number(given)
  throw usageFault('--timeout takes a number.', 'For example: --timeout 30')
}

type EndpointView = Output<'room_endpoint_show'>

function showDestination(
  { page }: RoomCli,
  agentId: string,
  { provider, model, to, key }: NonNullable<EndpointView['unconfirmed']>,
): void {
  page.facts({
    agent: agentId,
    provider: modelOf({ provider, model }),
    'sends to': to ?? 'nowhere: the provider is not known here, or its address must not be called',
    'with key': key ?? 'none',
    and: 'what the agent is asked and reads of this workspace',
  })
}

async function agrees(): Promise<boolean> {
  return isYes(await askToConfirm('Use it? [y/N] ', 'An endpoint', 'Run it in a terminal, or add --yes.'))
}

function switching(word: string, enabled: boolean, summary: string) {
  return roomVerb('room_agent_enable', {
    summary,
    args: { agent: 'id' },
    examples: [`agents ${word} critic`],
    input: ({ id }) => ({ id, enabled }),
    line: ({ agent }) => `${agent.id}  ${agent.enabled ? 'on' : 'off'}`,
    notes: ({ warnings }) => warnings.map(warningInWords),
  })
}

export const providers: Group = {
  summary: 'model services: detect, models',
  commands: {
    detect: roomVerb('room_provider_detect', {
      summary: 'look for LM Studio and Ollama on this machine, and nowhere else',
      examples: ['providers detect'],
      list: 'providers',
      columns: [
        ...(['provider', 'baseUrl'] as const),
        each => (each.reachable ? each.models.join(', ') || 'answers, but has no model loaded' : 'not running'),
      ],
      notes({ providers: all }) {
        const found = all.find(({ models }) => models.length > 0)
        if (!found) return 'None is needed: the built-in responder answers for every agent.'
        return `Use it: daybook room agents set chief --provider ${found.provider} --model ${found.models[0]}`
      },
    }),
    models: roomVerb('room_provider_models', {
      summary: 'the models of one service, as it lists them itself',
      args: { provider: 'provider' },
      flags: [
        ['base-url <url>', 'baseUrl'],
        ['key <ref>', 'apiKeyRef'],
      ],
      examples: ['providers models ollama', 'providers models openai --key env:OPENAI_API_KEY'],
      usesKeys: true,
      show: ({ models }, page) => page.lines(models),
      notes: ({ reachable, code }) =>
        !reachable && `It does not answer (${code}). Start it, or check --base-url and --key.`,
      exit: ({ reachable }) => (reachable ? 0 : 1),
    }),
  },
}

export const keys: Group = {
  summary: 'keys that sign receipts: rotate, fix; keys of model services: add, …',
  commands: {
    rotate: roomVerb('room_keys_rotate', {
      summary: 'sign receipts with a new key from now on; those signed with the old one stay valid',
      examples: ['keys rotate'],
      line: ({ from, to }) => `${from} -> ${to}`,
    }),
    fix: roomVerb('room_keys_fix', {
      summary: 'make the signing keys plain files that only you may open',
      examples: ['keys fix'],
      show: ({ fixed }, page) => page.lines(fixed),
      notes: ({ fixed }) =>
        fixed.length === 0 ? 'They are as they should be.' : 'Mended. See whether all verifies: daybook room verify',
    }),
    add: roomVerb('room_key_add', {
      summary: 'store the key of a model service on this machine; it is typed unseen or read from stdin',
      args: { provider: 'provider' },
      flags: [
        'label',
        ['base-url <url>', 'baseUrl', 'the only address it is sent to, in place of the usual one of the provider'],
      ],
      examples: ['keys add openai --label work', 'keys add anthropic < key.txt'],
      usesKeys: true,
      input: async given => ({
        ...given,
        label: given.label ?? given.provider,
        value: await readSecret('Key (not shown): '),
      }),
      line: ({ provider, id }) => `${provider}:${id}`,
      notes: ({ provider, id, origin }) => [
        origin ? `It is sent to ${origin} only.` : 'It belongs to the first address you name it with.',
        `Use it: daybook room agents set <agent> --provider ${provider} --key ${provider}:${id}`,
      ],
    }),
    list: roomVerb('room_key_list', {
      summary: 'the stored keys of model services; never their values',
      examples: ['keys list', 'keys list --unlock'],
      usesKeys: true,
      input: () => ({ limit: 200 }),
      list: 'keys',
      columns: [
        ({ provider, id }) => `${provider}:${id}`,
        'createdAt',
        ({ lastUsedAt }) => (lastUsedAt ? `used ${when(lastUsedAt)}` : 'never used'),
        ({ origin }) => origin ?? 'no address yet',
        'label',
      ],
      notes: ({ vault }) =>
        vault === 'plain' ? 'Kept in a private file. Encrypt it: daybook room keys protect' : 'Encrypted.',
    }),
    remove: roomVerb('room_key_remove', {
      summary: 'forget a stored key, named as keys list shows it',
      own: { '<key>': '<provider>:<id>' },
      examples: ['keys remove openai:key_…'],
      usesKeys: true,
      input(_, { key }) {
        const [, provider, id] = /^([a-z0-9-]+):([A-Za-z0-9_-]+)$/.exec(key) ?? []
        if (provider === undefined || id === undefined) {
          throw usageFault('A key is named <provider>:<id>.', 'See them: daybook room keys list')
        }
        return { provider, id }
      },
      notes: () => 'Removed. Agents that name it say that their key is missing.',
    }),
    unlock: roomVerb('room_key_unlock', {
      summary: 'try the passphrase of encrypted keys; each process is unlocked by itself, commands with --unlock',
      examples: ['keys unlock', 'keys unlock < passphrase.txt'],
      input: async () => ({ passphrase: await readSecret('Passphrase: ') }),
      line: ({ vault }) => vault,
      notes: () =>
        'This counts for one command: add --unlock to those that need keys. A server is unlocked on its page.',
    }),
    protect: roomVerb('room_key_protect', {
      summary: 'encrypt the stored keys with a passphrase of at least 8 characters, typed unseen or read from stdin',
      own: { plain: 'take the passphrase away: a private file again' },
      examples: ['keys protect', 'keys protect --plain --unlock'],
      usesKeys: true,
      input: async (_, { plain }) => ({ passphrase: plain ? null : await readSecret('New passphrase: ') }),
      line: ({ vault }) => (vault === 'plain' ? 'plain' : 'encrypted'),
    }),
  },
}
