import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { CreditProfile, creditProfiles } from '../credits/profile.ts'
import { creditStore } from '../credits/store.ts'

export const roomCreditProfiles = roomOperation({
  name: 'room_credit_profiles',
  summary: 'What the awards of every agent come to.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/credits/profiles'],
  input: z.strictObject({}),
  output: z.object({ profiles: z.array(CreditProfile) }),
  async run(_, { room }) {
    const { control } = room
    return { profiles: creditProfiles(await creditStore(control).all()) }
  },
})
