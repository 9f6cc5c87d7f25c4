import { db } from './db'
import { show } from './screen'
import { sendUnsent } from './send-unsent'

/** A sale is finished when the phone has stored it; sending it may fail and is tried again. */
export async function finish(sale: Sale): Promise<void> {
  await db.sales.add({ ...sale, sent: false })
  show('done')
  void sendUnsent()
}
