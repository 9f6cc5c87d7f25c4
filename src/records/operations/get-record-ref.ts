import { z } from 'zod'
import { recordsOperation } from '../context.ts'
import { requireRef } from '../locate.ts'
import { RecordId, RecordRef } from '../schema.ts'
import { wireRef } from '../wire.ts'

export const getRecordRef = recordsOperation({
  name: 'get_record_ref',
  summary: 'One record as a reference, without activating it.',
  effect: 'read',
  input: z.strictObject({ id: RecordId }),
  output: RecordRef,
  async run({ id }, { db, call }) {
    return db.read(async tx => wireRef(await requireRef(tx, call, 'id', id)))
  },
})
