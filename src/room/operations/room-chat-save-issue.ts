import { z } from 'zod'
import { saveAsIssue } from '../chats/save-issue.ts'
import { roomOperation } from '../context.ts'
import { requireId } from '../ids.ts'

export const roomChatSaveIssue = roomOperation({
  name: 'room_chat_save_issue',
  summary: 'Opens an issue with what a chat came to, and files the receipts of its turns with it.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  repeatable: true,
  routes: ['POST /api/chats/{id}/save-issue'],
  input: z.strictObject({ id: z.string(), title: z.string().min(1).max(200).optional() }),
  output: z.object({ issueId: z.int(), linked: z.int(), created: z.boolean() }),
  toStatus: ({ created }) => ({ http: created ? 201 : 200 }),
  async run({ id, title }, { room }) {
    return saveAsIssue(room, requireId(id), title)
  },
})
