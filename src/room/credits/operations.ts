import { z } from 'zod'
import { requireAgent } from '../agents/edit-agents.ts'
import { roomCommand, roomQuery } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { callerOf } from '../room-base.ts'
import { GivenAward, giveAward } from './awards.ts'
import { CreditEvent, CreditProfile, creditProfile, creditProfiles, creditStore } from './store.ts'

export const roomCreditList = roomQuery({
  name: 'room_credit_list',
  summary: 'What was awarded, in the order it was; of one agent when it is named.',
  routes: ['GET /api/credits'],
  input: z.strictObject({ agentId: z.string().optional(), ...PageInput }),
  output: z.object({ events: z.array(CreditEvent), total: z.int(), nextCursor: z.string().nullable() }),
  async run({ agentId, limit, cursor }, { room: { control } }) {
    const all = await creditStore(control).all()
    const events = all.filter(event => agentId === undefined || event.agentId === agentId)
    const { items, nextCursor } = pageOf(events, ({ id }) => id, { limit, cursor })
    return { events: items, total: events.length, nextCursor }
  },
})

export const roomCreditAward = roomCommand({
  name: 'room_credit_award',
  summary: 'Gives an agent credit for something a person saw, or takes some; each reason has its own amount.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/credits'],
  input: GivenAward,
  output: CreditEvent,
  toStatus: () => ({ http: 201 }),
  run: async (given, { call, room }) => giveAward(room, given, callerOf(call).name),
})

export const roomCreditProfiles = roomQuery({
  name: 'room_credit_profiles',
  summary: 'What the awards of every agent come to.',
  routes: ['GET /api/credits/profiles'],
  input: z.strictObject({}),
  output: z.object({ profiles: z.array(CreditProfile) }),
  run: async (_, { room }) => ({ profiles: creditProfiles(await creditStore(room.control).all()) }),
})

export const roomCreditProfile = roomQuery({
  name: 'room_credit_profile',
  summary: 'What the awards of one agent come to.',
  routes: ['GET /api/credits/profiles/{agentId}'],
  input: z.strictObject({ agentId: z.string() }),
  output: CreditProfile,
  async run({ agentId }, { room }) {
    await requireAgent(room, agentId)
    return creditProfile(agentId, await creditStore(room.control).all())
  },
})
