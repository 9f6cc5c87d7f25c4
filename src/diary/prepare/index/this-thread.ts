import type { Scanning } from './index-homes.ts'
import { runScanJob } from './scan-job.ts'

/** Reads one file after the other where it is called. */
export const thisThread: Scanning = { width: 1, run: job => runScanJob(job), close: async () => {} }
