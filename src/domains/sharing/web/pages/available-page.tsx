import { t } from '@lingui/core/macro'
import { BorrowScreen } from '../borrow/borrow-screen.tsx'

export const AvailablePage = () => <BorrowScreen isAvailable title={t`Available Items`} hint={t`Items your circles have to spare.`} />
