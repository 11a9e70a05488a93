import { t } from '@lingui/core/macro'
import { BorrowScreen } from '../borrow/borrow-screen.tsx'

export const BorrowPage = () => <BorrowScreen title={t`Borrow & Share`} hint={t`Borrow what you need and share what you can spare.`} />
