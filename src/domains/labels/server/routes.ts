import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract.ts'
import { getLabel, listLabels, setLabel } from './use-cases/edit-label.ts'
import { createLabelSheet, type LabelDeps, labelAddress, listLabelSheets, revokeLabelSheet } from './use-cases/edit-label-sheet.ts'

export const labelRoutes = (deps: LabelDeps): Route[] => [
  route(contract.listLabels, ({ q, member }) => listLabels(q, member)),
  route(contract.getLabel, ({ q, member, params }) => getLabel(q, member, params.id)),
  route(contract.setLabel, ({ tx, member, params, body, ifMatch }) => setLabel(tx, member, params.id, body, ifMatch)),
  route(contract.listLabelSheets, ({ q, member }) => listLabelSheets(q, member, deps)),
  route(contract.getLabelAddress, async () => labelAddress(deps)),
  route(contract.createLabelSheet, ({ tx, member, body }) => createLabelSheet(tx, deps, member, body)),
  route(contract.revokeLabelSheet, ({ tx, member, params }) => revokeLabelSheet(tx, member, params.id)),
]
