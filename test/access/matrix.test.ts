import { onEngine } from '../support/engines.ts'
import { checkAccess } from './matrix.ts'

onEngine('sqlite', 'Access', checkAccess)
