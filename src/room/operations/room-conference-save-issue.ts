import { z } from 'zod'
import { deskOf } from '../conference/desk.ts'
import { saveAsIssue } from '../conference/whole-transcript.ts'
import { conferenceId } from '../conference/wire.ts'
import { roomOperation } from '../context.ts'
import { issueLimits } from '../issues/schema.ts'

export const roomConferenceSaveIssue = roomOperation({
  name: 'room_conference_save_issue',
  summary: 'Saves the whole transcript of a conference as one issue, with the receipts of all rounds linked.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/conferences/{id}/save-issue'],
  input: z.strictObject({ id: conferenceId, title: z.string().min(1).max(issueLimits.title).optional() }),
  output: z.object({ issueId: z.int() }),
  toStatus: () => ({ http: 201 }),
  async run({ id, title }, { room }) {
    return saveAsIssue(deskOf(room), id, title)
  },
})
