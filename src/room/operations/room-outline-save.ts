import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { roomOperation } from '../context.ts'
import { Outline } from '../schema.ts'
import { outlineChangeIssue } from '../workspace/outline-edit.ts'
import { writeOutline } from '../workspace/outline-file.ts'
import { refusedFile } from '../workspace/refused-file.ts'

const Scene = z.strictObject({
  number: z.int().min(1).describe('The entry it is now; absent for a new one').optional(),
  title: z.string(),
  pov: z.string().optional(),
  summary: z.string().optional(),
  raw_body: z.string().optional(),
})

const Placed = z.object({ title: z.string(), number: z.int() })

export const roomOutlineSave = roomOperation({
  name: 'room_outline_save',
  summary:
    'Reorders and edits the entries of the outline; untouched entries keep every byte. Opens one issue about it.',
  effect: 'change',
  access: 'writer',
  audience: 'people',
  routes: ['PUT /api/outline'],
  input: z.strictObject({
    ifMatch: z.string().describe('sha256 of the outline that was read'),
    scenes: z.array(Scene),
  }),
  output: z.object({
    outline: Outline,
    content: z.string(),
    sha256: z.string(),
    changes: z.object({
      moved: z.array(z.object({ title: z.string(), from: z.int(), to: z.int() })),
      edited: z.array(Placed.extend({ fields: z.array(z.string()) })),
      added: z.array(Placed),
      removed: z.array(Placed),
    }),
    issueId: z.int().nullable(),
  }),
  async run(given, { clock, room }) {
    const { workspace, issues } = room
    const written = await writeOutline(workspace, given)
    if ('fault' in written) throw refusedFile(written.fault)
    const isChanged = Object.values(written.changes).some(list => list.length > 0)
    if (!isChanged) return { ...written, issueId: null }
    const change = { ...outlineChangeIssue(written.changes), openedBy: 'user' }
    const { issue } = await issues.open(change, formatInstant(clock()))
    return { ...written, issueId: issue.id }
  },
})
