import { z } from 'zod'
import { chatClients, lookAtSettings } from '../../chat-clients/clients.ts'
import { faultOf } from '../../chat-clients/server-entry.ts'
import { homeOperation } from '../context.ts'
import { homeState } from '../home-state.ts'
import { removeSample } from '../sample.ts'

const clientStates = ['connected', 'added', 'broken', 'found', 'not found'] as const

const Client = z.object({
  client: z.string(),
  title: z.string(),
  command: z.string().describe('Adds Daybook to it, from a terminal'),
  state: z.enum(clientStates),
  problem: z.string().nullable(),
  last_call: z.string().nullable(),
})

export const homeClients = homeOperation({
  name: 'home_clients',
  summary: 'The chat clients on this machine: whether they know Daybook, when they called, and how to add it.',
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({
    clients: z.array(Client),
    others: z.array(z.object({ name: z.string(), last_call: z.string() })),
  }),
  async run(_, { home, env, command }) {
    const called = Object.entries((await homeState(home).read()).clients)
    const known = chatClients(env, process.cwd())
    const clients = known.map(client => {
      const { name, title, callsItself } = client
      const calls = called.filter(([by]) => callsItself.test(by)).map(([, { last }]) => last)
      const looks = lookAtSettings(client, process.cwd())
      const entries = looks.flatMap(({ entries }) => entries)
      const problem = entries.map(entry => faultOf(entry, env)).find(fault => fault !== undefined)
      const unreadable = looks.find(({ readable }) => !readable)
      return {
        client: name,
        title,
        command: [...command, 'install', name].join(' '),
        state: stateOf({
          calls: calls.length,
          looks: looks.length,
          entries: entries.length,
          isBroken: problem !== undefined,
        }),
        problem: problem ?? (unreadable ? 'its settings cannot be read' : null),
        last_call: calls.sort().at(-1) ?? null,
      }
    })
    const others = called
      .filter(([by]) => !known.some(({ callsItself }) => callsItself.test(by)))
      .map(([name, { last }]) => ({ name, last_call: last }))
    return { clients, others }
  },
})

interface Signs {
  calls: number
  looks: number
  entries: number
  isBroken: boolean
}

function stateOf({ calls, looks, entries, isBroken }: Signs): (typeof clientStates)[number] {
  if (isBroken) return 'broken'
  if (calls > 0) return 'connected'
  if (entries > 0) return 'added'
  return looks > 0 ? 'found' : 'not found'
}

export const homeRemoveSample = homeOperation({
  name: 'home_remove_sample',
  summary: 'Remove everything the sample made: its project with records and sessions, its room, its days.',
  effect: 'destroy',
  repeatable: true,
  input: z.strictObject({}),
  output: z.object({ project: z.string().nullable(), days: z.array(z.string()) }),
  run: (_, ctx) => removeSample(ctx),
})
