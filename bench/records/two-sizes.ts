import { type Caller, openCaller } from './caller.ts'
import type { Bench } from './measure.ts'
import { storeOf } from './stores.ts'

export interface TwoSizes {
  large: Caller
  small: Caller
  close(): Promise<void>
}

/** Working copies of the large and the small store, open. */
export async function openTwoSizes({ sizes, workspace, say }: Bench): Promise<TwoSizes> {
  const large = await openCaller(workspace.copyOf(await storeOf(sizes.large, say)))
  const small = await openCaller(workspace.copyOf(await storeOf(sizes.small, say)))
  return {
    large,
    small,
    async close() {
      await large.close()
      await small.close()
    },
  }
}
