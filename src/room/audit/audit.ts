import type { Receipt, ReceiptFacts } from '../../receipts/receipt.ts'
import type { SessionVerification } from '../schema.ts'

/** Where receipts are kept. When `mint` has answered, the receipt survives whatever happens to this process. */
export interface Audit {
  /** Stores the whole output, then the receipt; only then is its id known to anyone. */
  mint(facts: Omit<ReceiptFacts, 'outputs'>, output: string): Promise<Receipt>
  /** In order of seq. */
  receiptsOf(sessionId: string): Promise<Receipt[]>
  find(receiptId: string): Promise<Receipt | undefined>
  output(receiptId: string): Promise<string | undefined>
  verifySession(sessionId: string, options?: { fresh?: boolean }): Promise<SessionVerification>
}
