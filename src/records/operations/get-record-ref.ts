import { z } from 'zod'
import { recordsOperation } from '../context.ts'
import { noRecord, requireRecord } from '../locate.ts'
import { RecordId, RecordRef } from '../schema.ts'
import { loadRefs } from '../store/records.ts'
import { wireRef } from '../wire.ts'

export const getRecordRef = recordsOperation({
  name: 'get_record_ref',
  summary: 'One record as a reference, without activating it.',
  effect: 'read',
  input: z.strictObject({ id: RecordId }),
  output: RecordRef,
  async run({ id }, { db, call }) {
    return db.read(async tx => {
      const { seq } = await requireRecord(tx, call, 'id', id)
      const [row] = await loadRefs(tx, [seq])
      if (!row) throw noRecord('id', id)
      return wireRef(row)
    })
  },
})
