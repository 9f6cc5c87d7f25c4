import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { roomOperation } from '../context.ts'
import { KeyProvider } from '../keys/key-file.ts'
import { KeyView } from '../schema.ts'

export const roomKeyAdd = roomOperation({
  name: 'room_key_add',
  summary:
    'Store the key of a model service on this machine. From then on it can be named, used and removed, not read.',
  effect: 'append',
  access: 'owner',
  audience: 'people',
  routes: ['POST /api/settings/keys'],
  input: z.strictObject({
    provider: KeyProvider,
    label: text({ max: 80, oneLine: true }),
    // What cannot stand in a header is no key.
    value: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  }),
  output: KeyView,
  verdict: () => ({ http: 201, exit: 0 }),
  async run(given, { room }) {
    const { keys } = room
    return keys.add(given)
  },
})
