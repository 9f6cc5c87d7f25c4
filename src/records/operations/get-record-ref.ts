import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { findByRecord } from '../find.ts'
import { requireRef } from '../locate.ts'
import { RecordId, RecordRef } from '../schema.ts'
import { wireRef } from '../wire.ts'

export const getRecordRef = projectOperation({
  name: 'get_record_ref',
  summary: 'One record as a reference, without activating it.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({ id: RecordId }),
  output: RecordRef,
  find: findByRecord('id'),
  async run({ id }, { db }) {
    return wireRef(await requireRef(db, 'id', id))
  },
})
