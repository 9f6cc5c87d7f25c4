import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { baseUrlProblem } from '../../models/addresses.ts'
import { roomOperation } from '../context.ts'
import { roomFault } from '../faults.ts'
import { KeyProvider } from '../keys/key-file.ts'
import { KeyView } from '../schema.ts'

export const roomKeyAdd = roomOperation({
  name: 'room_key_add',
  summary:
    'Store the key of a model service on this machine, for one address. From then on it can be named, used and removed, not read.',
  effect: 'append',
  access: 'owner',
  audience: 'people',
  routes: ['POST /api/settings/keys'],
  input: z.strictObject({
    provider: KeyProvider,
    label: text({ max: 80, oneLine: true }),
    baseUrl: z
      .string()
      .max(2000)
      .optional()
      .describe('The only address it is sent to; as the provider is configured when absent'),
    // What cannot stand in a header is no key.
    value: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  }),
  output: KeyView,
  verdict: () => ({ http: 201, exit: 0 }),
  async run({ baseUrl, ...key }, { room: { keys, agentModels } }) {
    const rule = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl)
    if (rule) throw roomFault('invalid_request', { field: 'baseUrl', rule })
    const { to } = agentModels.previewRequest({ provider: key.provider, baseUrl })
    return keys.add({ ...key, ...(to !== null && { origin: new URL(to).origin }) })
  },
})
