/** Keys with the keys below them; 0 is a plain value or a list of plain values. */
export type Keys = 0 | { [key: string]: Keys } | readonly Keys[]
export function keys(plain: string, inside: { [key: string]: Keys } = {}): { [key: string]: Keys } {
  return { ...Object.fromEntries((plain.match(/\w+/g) ?? []).map((key): [string, Keys] => [key, 0])), ...inside }
}

const isList = (keys: Keys): keys is readonly Keys[] => Array.isArray(keys)

/** Returns where a response has other keys than documented. Null and empty lists have none to compare. */
export function otherKeys(value: unknown, expected: Keys, path = ''): string[] {
  const under = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (Array.isArray(value)) return value.flatMap((item, i) => otherKeys(item, isList(expected) ? (expected[0] ?? 0) : 0, under(i)))
  if (typeof value !== 'object' || value === null) return []
  const named = typeof expected === 'object' && !isList(expected) ? expected : {}
  return [
    ...Object.keys(named)
      .filter((key) => !Object.hasOwn(value, key))
      .map((key) => `${path} lacks ${key}`),
    ...Object.entries(value).flatMap(([key, inner]) =>
      Object.hasOwn(named, key) ? otherKeys(inner, named[key] ?? 0, under(key)) : [`${path} also has ${key}`],
    ),
  ]
}

const household = keys('createdAt currency hasSample id inviteChangedAt inviteCode locations name restocksList role timeZone version')
const member = keys('email firstName joinedAt lastName role userId version')
const tablet = keys('expiresAt id lastUsedAt name pairedAt', { pairedBy: keys('firstName lastName') })
const history = keys('at canUndo isByGuest name seq summary tablet', { actor: keys('firstName lastName') })
const shelfLife = keys('freezerDays fridgeDays openedDays pantryDays')
const conversions = [keys('factor from to')]
const ownUnits = [keys('name quantity unit')]
const ingredient = keys(
  'aliases category createdAt defaultLocation defaultStorage defaultUnit id isFavorite isShared name note openedLocation openedStorage parLevel parentId picture shelfLifeSource updatedAt version warningDays',
  {
    barcodes: [keys('code label packName packQuantity packUnit')],
    conversions,
    ownUnits,
    containers: ownUnits,
    shelfLife,
  },
)
const ofLot = `barcode confirmedAt createdAt dateKind effectiveExpiration expirationDate expirationReason id isOpened isShared
   location note openedOn ownUnit purchasePrice quantity reserved state storage storeId unit updatedAt version`
const inLot = { ingredient: keys('category id name parLevel', { ownUnits }), user: keys('firstName lastName') }
const lot = keys(ofLot, inLot)
const family = keys('precision preferred')
const preferences = keys('countUnit language massUnit volumeUnit', {
  unitDisplay: keys('autoConvert regional showCanonical', { mass: family, volume: family, count: family }),
})
const me = keys('avatar createdAt email firstName id lastName updatedAt', { preferences })
const catalog = keys('importedAt isAdministrator products', {
  files: [keys('bytes name')],
  import: keys('at file products reason share state'),
})
const scanKeys = `barcode barcodes confidence dateKind error expirationDate extractedText label lotNumber method needsConfirmation price quantity
  scanId success unit`
const scan = keys(scanKeys, {
  ingredient: keys('id name'),
  alternatives: [keys('confidence id name')],
})
const food = keys('aliases category defaultStorage defaultUnit key name names source', { conversions, shelfLife })
const inventoryStats = keys('expired expiringSoon lowStock lowStockIngredients totalItems', {
  byCategory: [keys('category count')],
  byLocation: [keys('count location')],
})

const delivery = keys('createdAt event id nextAt state status tries triedAt')
const listItem = keys(
  `category checkedAt checkedBy createdAt currentQuantity estimatedCost id ingredientId ingredientName instacartPrice instacartProductId packQuantity
   isByHand isChecked listId note parLevel priority reason storeIds suggestedQuantity unit updatedAt version why`,
  { addedBy: keys('firstName lastName'), packs: keys('count name quantity unit') },
)
const list = keys('aisles canSendToInstacart', {
  items: [listItem],
  stats: keys('estimatedTotalCost highPriorityItems totalItems unpricedItems', { categories: [keys('count name')] }),
})
const usual = keys('category ingredientId ingredientName isOnList lastBoughtOn suggestedQuantity timesBought unit')
const draft = keys('estimatedCost estimatedExpiration expirationDate id ingredientName location quantity storage storeId unit')
const aisles = keys('order')

const someone = keys('firstName lastName')
const circle = keys('allowInvites createdAt description id isPublic name role version', {
  _count: keys('householdLinks members'),
  members: [keys('id role', { user: someone })],
  households: [keys('id name')],
  asks: [keys('askedAt id', { user: someone })],
  invites: [keys('createdAt expiresAt id', { user: someone })],
})
const publicCircle = keys('description id isAsked memberCount name')
const wasteAction = keys('from ingredientId ingredientName kind lotId quantity sentence to unit')
const wasteFigures =
  'boughtCost endDate potentialSavings shareOfBought startDate totalWasteCost totalWasteItems unpricedItems unweighedItems weightGrams'
const wasteSide = keys('cost items')
const wasteReport = keys(`${wasteFigures} period recommendations`, {
  actions: [wasteAction],
  before: keys(wasteFigures),
  followUps: [keys('days ingredientId ingredientName kinds since verdict', { before: wasteSide, after: wasteSide })],
  leftOut: wasteSide,
  topWasteItems: [keys('discardedDate id ingredientId ingredientName purchasePrice quantity reason unit')],
  // By reason; this one occurs here.
  itemsByReason: keys('expired'),
  wasteByReason: keys('expired'),
})
const judgedPack = keys('chance price quantity storeId thrown')
const prediction = keys(
  `category effectiveExpiration enoughData estimatedWasteCost estimatedWasteProbability expectedLeft ingredientId ingredientName lotId quantity
   reason recommendations riskLevel unit`,
  { actions: [wasteAction] },
)
const takenAction = keys('ingredientId kind lotId takenOn')

export const shareable = keys('expirationDate id isLinked isOpened location quantity storage unit', {
  ingredient: keys('category name'),
  household: keys('name'),
  user: someone,
})
const party = keys('email firstName lastName')
const lent = keys('id unit', { ingredient: keys('category name') })
const link = keys('createdAt endedAt endedBy expiresAt fingerprint host id isUnreachable name ownFingerprint ownName state syncedAt', {
  circle: keys('id name'),
})
const request = keys('createdAt expiresAt id isGift isLinked message quantity side status unit updatedAt', {
  household: keys('name'),
  inventoryItem: lent,
  item: lent,
  lender: party,
  requester: party,
})
const offer = keys('createdAt expirationDate expiresAt id isOpened isOurs quantity storage unit', {
  circle: keys('id name'),
  household: keys('name'),
  ingredient: keys('category name'),
  user: someone,
})
const alert = keys(
  'announcedDays createdAt effectiveExpiration id isResolved lotId message resolvedAt severity snoozedUntil storage title type worth',
  {
    ingredient: keys('category id name'),
  },
)
const notification = keys('createdAt id ingredientId ingredientName isRead lotId message title type', { household: keys('id name') })
const messageTarget = keys('createdAt host id kind name problem problemSince')
const unread = keys('unreadCount')
const onChannels = keys('apps bell mail push')
const notificationSettings = keys('digestHour foodMessages mutedIngredients warningDays', {
  kinds: {
    expired: onChannels,
    expiring_soon: onChannels,
    low_stock: onChannels,
    waste_risk: onChannels,
    borrow: onChannels,
    people: onChannels,
  },
  quietHours: keys('begin end isOn'),
})
const recipeFields = `category cookTime createdAt description difficulty id image imageUrl ingredients instructions isFavorite isStarter name notes prepTime rating servings
  sourceUrl tags totalTime updatedAt version`
const line = 'food preparation quantity sure text unit'
const recipe = keys(recipeFields, { lines: [keys(`${line} ingredientId`)] })
const card = keys(`${recipeFields} lastCookedOn saves timesCooked`, {
  stock: keys('have missing short total'),
  uses: [keys('daysLeft ingredientId ingredientName')],
})
const syncedTrip = 'id listId startedAt storeId userId version'
const bundle = keys('createdAt id items name version')
const recurring = keys('category createdAt dueOn id ingredientId ingredientName listId suggestedQuantity unit version', {
  every: keys('count unit'),
})
const label = keys('createdAt id location lotId sheetId version')
const labelSheet = keys('createdAt id origin size codes')
const namedList = keys('createdAt id isArchived name version')
const place = keys('createdAt id name picture position storage version')
const eater = keys('allergens avoids createdAt diets id name userId version')
const mealEaters = keys('carriedFor createdAt date eaterIds id meal version')
const foodContents = keys('contains createdAt id version without')
const store = keys('createdAt id name place version', { aisles: keys('arranged', { pairs: [keys('first net second')] }) })
const cookbook = keys('createdAt id name position recipeIds version')
const cooking = keys('createdAt date id notes picture rating recipeId version')
const stockCount = keys('have missing short total')
const leftoverLot = keys('expirationDate inventoryItemId quantity')
const planEntry = keys(
  'category date everyWeeks id ingredientId inventoryItemId leftoverOf meal quantity recipeId recipeName repeatId servings state storage text unit version',
  {
    stock: stockCount,
  },
)
const draftRecipe = keys(
  'category cookTime description difficulty imageUrl ingredients instructions name notes prepTime rating servings sourceUrl tags totalTime',
)

const broughtAlong = keys('createdAt finishedAt id source state', {
  madeBy: keys('firstName lastName'),
  progress: keys('done total'),
  counts: [keys('brought found kept kind known leftOut new refused takenBack')],
  countedAsPieces: [],
  picturesLeftOut: 0,
  doubtful: [],
})

/** Every key a response may contain, by route. Others must not leave the server. */
export const documentedKeys: Record<string, Keys> = {
  'GET /api/users/me': me,
  'PATCH /api/users/preferences': me,
  'PATCH /api/users/profile': me,
  'PUT /api/users/avatar': me,
  'POST /api/users/email': keys('state'),
  'GET /api/users/two-factor': keys('isEnabled recoveryCodesLeft'),
  'POST /api/users/two-factor': keys('recoveryCodes secret uri'),
  'POST /api/users/two-factor/recovery-codes': keys('recoveryCodes'),
  'GET /api/auth/connected-providers': [keys('connectedAt provider')],
  'POST /api/auth/connected-providers': [keys('connectedAt provider')],
  'POST /api/auth/connected-providers/{provider}/start': keys('location'),
  'GET /api/passkeys': [keys('createdAt id name')],
  'POST /api/passkeys/options': keys('challenge options'),
  'POST /api/passkeys': keys('createdAt id name'),
  'PATCH /api/passkeys/{id}': keys('createdAt id name'),
  'GET /api/sessions': [keys('createdAt device id ipAddress isCurrent lastSeenAt')],
  'GET /api/households': [household],
  'GET /api/households/deleted': [keys('deletedAt id name until')],
  'POST /api/households/{id}/restore': household,
  'POST /api/households': household,
  'POST /api/households/join': household,
  'PATCH /api/households/{id}': household,
  'POST /api/households/{id}/invite': keys('inviteCode'),
  'GET /api/households/{id}/members': [member],
  'PATCH /api/households/{id}/members/{userId}': member,
  'GET /api/households/{id}/tokens': [keys('createdAt expiresAt id lastUsedAt name scope')],
  'GET /api/households/{id}/app-passwords': [keys('createdAt id lastUsedAt name')],
  'POST /api/households/{id}/app-passwords': keys('createdAt id lastUsedAt name password'),
  'POST /api/households/{id}/tokens': keys('createdAt expiresAt id lastUsedAt name scope token'),
  'PATCH /api/households/{id}/tokens/{tokenId}': keys('createdAt expiresAt id lastUsedAt name scope'),
  'GET /api/households/{id}/calendar': keys('createdAt isOn lastUsedAt'),
  'POST /api/households/{id}/calendar': keys('path'),
  'GET /api/households/{id}/usage': [keys('limit name used')],
  'GET /api/users/me/usage': [keys('limit name used')],
  'GET /api/links': keys('isOn', { links: [link] }),
  'POST /api/links': keys('invitation', { link }),
  'POST /api/links/join': link,
  'POST /api/links/{id}/confirm': link,
  'GET /api/households/{id}/webhooks': [keys('createdAt id url', { createdBy: someone })],
  'POST /api/households/{id}/webhooks': keys('createdAt id secret url', { createdBy: someone }),
  'POST /api/households/{id}/webhooks/{webhookId}/test': delivery,
  'GET /api/households/{id}/webhooks/{webhookId}/deliveries': [delivery],
  'GET /api/tablet': keys('name today', { household: keys('id name timeZone') }),
  'GET /api/households/{id}/tablets': [tablet],
  'POST /api/households/{id}/tablets': tablet,
  'GET /api/households/{id}/home-assistant': keys('connection connectionSince enabledAt enabledBy isAvailable isOn'),
  'PUT /api/households/{id}/home-assistant': keys('connection connectionSince enabledAt isAvailable isOn', { enabledBy: someone }),
  'POST /api/commands': keys('action message', { items: [keys('amount name')] }),
  'GET /api/history': [history],
  'POST /api/history/{seq}/undo': history,
  'GET /api/ingredients': [ingredient],
  'GET /api/ingredients/{id}': ingredient,
  'POST /api/ingredients': ingredient,
  'PATCH /api/ingredients/{id}': ingredient,
  'POST /api/ingredients/{id}/merge': ingredient,
  'POST /api/ingredients/bulk': keys('changedCount', { skipped: [keys('code id reason')] }),
  'GET /api/foods': [food],
  'GET /api/catalogue': [keys('name')],
  'GET /api/catalogue/state': catalog,
  'POST /api/catalogue/imports': catalog,
  'POST /api/catalogue/files': catalog,
  'GET /api/inventory': [lot],
  'GET /api/inventory/recent/{count}': [lot],
  'GET /api/inventory/past-due': [lot],
  'GET /api/inventory/stats': inventoryStats,
  'GET /api/inventory/{id}': lot,
  'POST /api/inventory': lot,
  'PATCH /api/inventory/{id}': lot,
  'POST /api/inventory/bulk': keys('', { lots: [lot], skipped: [keys('code id reason')] }),
  'POST /api/inventory/{id}/open': lot,
  'POST /api/inventory/{id}/use': lot,
  'POST /api/inventory/{id}/move': lot,
  'POST /api/inventory/{id}/split': lot,
  'POST /api/inventory/{id}/correct': lot,
  'POST /api/inventory/{id}/discard': lot,
  'POST /api/ingredients/{id}/use': [lot],
  'POST /api/waste/track': lot,
  'POST /api/waste/report': wasteReport,
  'GET /api/waste/trends': [keys('cost items month unpricedItems')],
  'GET /api/waste/predictions': [prediction],
  'GET /api/stock-doubts': [keys('gone ingredientId lotId version')],
  'GET /api/pack-advice': [keys('ingredientId unit', { better: judgedPack, usual: judgedPack })],
  'GET /api/stock-questions': [keys('gone left lotId version')],
  'GET /api/waste/back-test': keys('enoughPast lots', {
    bins: [keys('count from happened said to')],
    methods: [keys('brier calibrationError name')],
  }),
  'POST /api/waste/actions/eat-first': takenAction,
  'POST /api/waste/actions/freeze': takenAction,
  'POST /api/waste/actions/offer': takenAction,
  'POST /api/waste/actions/lower-par': takenAction,
  'POST /api/waste/actions/smaller-pack': takenAction,
  'GET /api/alerts': [alert],
  'GET /api/alerts/counts': keys('resolved total unresolved'),
  'PATCH /api/alerts/{id}/resolve': alert,
  'POST /api/alerts/reopen': [alert],
  'POST /api/alerts/snooze': [alert],
  'GET /api/notifications': keys('unreadCount', { notifications: [notification] }),
  'POST /api/notifications/read/{id}': unread,
  'POST /api/notifications/read-all': unread,
  'POST /api/notifications/{id}/snooze': unread,
  'POST /api/notifications/test': keys('outcome'),
  'GET /api/deliveries': keys('waiting', { parked: [keys('channel parkedAt reason tries')] }),
  'POST /api/deliveries/retry': keys('waiting'),
  'GET /api/message-targets': [messageTarget],
  'POST /api/message-targets': messageTarget,
  'POST /api/message-targets/{id}/test': keys('outcome'),
  'GET /api/push-devices': keys('publicKey', { devices: [keys('createdAt id isCurrent label')] }),
  'POST /api/push-devices': keys('createdAt id isCurrent label'),
  'GET /api/notification-settings': notificationSettings,
  'PUT /api/notification-settings': notificationSettings,
  'GET /api/analytics/inventory': keys('added period spent used wasted', { byCategory: [keys('added category spent used wasted')] }),
  'GET /api/analytics/expiration': keys('expired expiringSoon totalActive', { expiringSoonItems: [keys(`${ofLot} name`, inLot)] }),
  'GET /api/summary': keys('expired expiringSoon lowStock today totalItems', {
    household: keys('id name'),
    shoppingList: keys('checked open'),
    useSoon: [keys('daysLeft effectiveExpiration id location name quantity unit')],
  }),
  'GET /api/imports': [broughtAlong],
  'POST /api/imports': broughtAlong,
  'POST /api/imports/grocy': broughtAlong,
  'GET /api/imports/{importId}': broughtAlong,
  'GET /api/imports/{importId}/rows': [keys('detail kind match name no place state why')],
  'POST /api/imports/{importId}/start': broughtAlong,
  'POST /api/imports/{importId}/undo': broughtAlong,
  'GET /api/shopping-list': list,
  'POST /api/shopping-list': listItem,
  'PUT /api/shopping-list/{id}': keys('', { item: listItem }),
  'POST /api/shopping-list/clear-checked': keys('cleared'),
  'POST /api/shopping-list/generate': {
    ...list,
    ...keys('added changed removed', { notCompared: [keys('ingredientId ingredientName why')] }),
  },
  'POST /api/shopping-list/paste': keys('', { items: [listItem] }),
  'GET /api/shopping-list/put-away': [draft],
  'POST /api/shopping-list/put-away': keys('putAway', { lots: [lot] }),
  'GET /api/shopping-list/usual': [usual],
  'GET /api/shopping-list/aisles': aisles,
  'PUT /api/shopping-list/aisles': aisles,
  'POST /api/shopping-list/create-instacart-cart': keys('', {
    cart: keys('unmatched url', { items: [keys('name productId quantity unit')] }),
  }),
  'GET /api/ingredients/{id}/suggested-par': keys('ingredientId suggestedPar unit usesCounted why'),
  'GET /api/recipes': [card],
  'GET /api/recipes/{id}': recipe,
  'POST /api/recipes': recipe,
  'PATCH /api/recipes/{id}': recipe,
  'POST /api/recipes/{id}/duplicate': recipe,
  'PUT /api/ingredients/{id}/picture': ingredient,
  'PUT /api/recipes/{id}/photo': recipe,
  'POST /api/recipes/{id}/photo/fetch': recipe,
  'GET /api/recipes/{id}/stock': keys('servings', {
    lines: [
      keys(
        'available daysLeft food ingredientId ingredientName isConfirmed isOptional isProbablyGone lacking place quantity state stockUnit take text unit',
        {
          reservedFor: keys('date meal recipeName'),
        },
      ),
    ],
  }),
  'POST /api/recipes/{id}/add-missing': keys('added', { items: [listItem] }),
  'POST /api/recipes/{id}/cook': keys('servings', {
    taken: [keys('ingredientName inventoryItemId quantity unit')],
    leftovers: leftoverLot,
    moreLeftovers: [leftoverLot],
  }),
  'GET /api/inventory/store-prices': [keys('date ingredientId price quantity storeId unit')],
  'GET /api/ingredients/{id}/suggested-shelf-life': [keys('days life why')],
  'GET /api/ingredients/{id}/prices': [keys('date lotId per price quantity storeId unit unitPrice')],
  'GET /api/shopping-list/lists': [namedList],
  'POST /api/shopping-list/lists': namedList,
  'PATCH /api/shopping-list/lists/{id}': namedList,
  'GET /api/shopping-list/recurring': [recurring],
  'POST /api/shopping-list/recurring': recurring,
  'PATCH /api/shopping-list/recurring/{id}': recurring,
  'GET /api/shopping-list/trips': [keys(`${syncedTrip} activeAt basketCount leftCount`, { shopper: keys('firstName lastName') })],
  'POST /api/shopping-list/trips': keys(syncedTrip),
  'PATCH /api/shopping-list/trips/{id}': keys(syncedTrip),
  'GET /api/shopping-list/bundles': [bundle],
  'POST /api/shopping-list/bundles': bundle,
  'PATCH /api/shopping-list/bundles/{id}': bundle,
  'GET /api/labels': [label],
  'GET /api/labels/{id}': label,
  'PUT /api/labels/{id}': label,
  'GET /api/label-address': keys('origin'),
  'GET /api/label-sheets': [labelSheet],
  'POST /api/label-sheets': labelSheet,
  'GET /api/places': [place],
  'POST /api/places': place,
  'PATCH /api/places/{id}': place,
  'PUT /api/places/{id}/picture': place,
  'PUT /api/place-order': [place],
  'GET /api/eaters': [eater],
  'POST /api/eaters': keys('createdAt id version'),
  'PATCH /api/eaters/{id}': keys('createdAt id version'),
  'GET /api/meal-eaters': [mealEaters],
  'PUT /api/meal-eaters': mealEaters,
  'GET /api/food-contents': [foodContents],
  'PUT /api/food-contents/{id}': foodContents,
  'GET /api/stores': [store],
  'POST /api/stores': store,
  'PATCH /api/stores/{id}': store,
  'GET /api/cookbooks': [cookbook],
  'POST /api/cookbooks': cookbook,
  'PATCH /api/cookbooks/{id}': cookbook,
  'PUT /api/cookbooks/{id}/recipes': cookbook,
  'PUT /api/cookbook-order': [cookbook],
  'GET /api/cookbooks/{id}/links': [keys('createdAt id')],
  'POST /api/cookbooks/{id}/links': keys('createdAt id path'),
  'GET /api/recipes/{id}/cookings': [cooking],
  'POST /api/recipes/{id}/cookings': cooking,
  'PATCH /api/cookings/{id}': cooking,
  'PUT /api/cookings/{id}/picture': cooking,
  'GET /api/recipes/{id}/links': [keys('createdAt id')],
  'POST /api/recipes/{id}/links': keys('createdAt id path'),
  'GET /api/shopping-list/guest-links': [keys('createdAt expiresAt id', { createdBy: keys('firstName lastName') })],
  'POST /api/shopping-list/guest-links': keys('createdAt expiresAt id path', { createdBy: keys('firstName lastName') }),
  'GET /api/meal-plan': [planEntry],
  'PUT /api/meal-plan': [planEntry],
  'POST /api/meal-plan/{id}/eat': planEntry,
  'POST /api/meal-plan/{id}/repeat': planEntry,
  'POST /api/meal-plan/add-missing': keys('added', { items: [listItem] }),
  'POST /api/meal-plan/propose': keys('cost saves savesCost unpriced', {
    leftOut: [keys('eaterIds recipeId recipeName')],
    choices: [
      keys(
        'cost date inventoryItemId isFavorite lastCookedOn minutes recipeId recipeName saves savesCost servings unknownEaterIds unpriced',
        {
          stock: stockCount,
          savings: [keys('daysLeft ingredientId ingredientName quantity unit')],
        },
      ),
    ],
  }),
  'PUT /api/recipes/matches': keys('food ingredientId'),
  'POST /api/recipes/parse': [keys(line)],
  'POST /api/recipes/import': keys('hasServings readFrom', { recipe: draftRecipe }),
  'POST /api/recipes/preview-collection': keys('formats losses nameless names pictures recipes'),
  'POST /api/recipes/import-collection': keys('imported picturesLeftOut recipeIds', { skipped: [keys('name why')] }),
  'POST /api/scan/photo': scan,
  'POST /api/scan/barcode': scan,
  'POST /api/scan/shelf': keys('isComplete unknownBarcodes', { seen: [keys('barcode confidence evidence ingredientId name')] }),
  'POST /api/scan/confirm': keys('learned'),
  'POST /api/receipts': keys('storeId total', { lines: [keys('ingredientId learned name price quantity text unit')] }),
  'PUT /api/receipts/names': keys('learned'),
  'GET /api/circles': [circle],
  'GET /api/households/{id}/circles': [keys('id isMember linkedAt name', { linkedBy: someone })],
  'POST /api/circles': circle,
  'GET /api/circles/public': [publicCircle],
  'GET /api/circles/{id}': circle,
  'PATCH /api/circles/{id}': circle,
  'POST /api/circles/join': circle,
  'POST /api/circles/invite-preview': keys('', { circle: keys('name'), inviter: keys('firstName') }),
  'POST /api/circles/{id}/invite': keys('code'),
  'POST /api/circles/{id}/code': keys('code'),
  'POST /api/circles/{id}/asks': publicCircle,
  'POST /api/circles/{id}/asks/{userId}': circle,
  'PATCH /api/circles/{id}/members/{userId}': circle,
  'POST /api/circles/{id}/households/{householdId}': circle,
  'GET /api/inventory/shareable': [shareable],
  'GET /api/inventory/shareable/search': [shareable],
  'POST /api/inventory/share': [lot],
  'GET /api/borrow': [request],
  'GET /api/borrow/notifications': keys('count'),
  'POST /api/borrow': request,
  'PATCH /api/borrow/{id}': request,
  'GET /api/debts': [keys('direction ids quantity since unit', { household: keys('name'), ingredient: keys('category name') })],
  'POST /api/debts/settle': keys('settled'),
  'GET /api/offers': [offer],
  'GET /api/offers/suggestions': [keys('daysLeft inventoryItemId quantity unit', { ingredient: keys('category name') })],
  'POST /api/offers': offer,
  'POST /api/offers/{id}/take': request,
  'GET /api/admin': keys('accounts engine isSignUpFixed namesAdministrators node sendsMail signUp startedAt version', {
    jobs: [keys('everyHours name ranAt')],
    backups: keys('everyHours isLocked isRunning keep problem', { files: [keys('bytes madeAt name')] }),
  }),
  'PATCH /api/admin': keys('signUp'),
  'GET /api/admin/users': [keys('createdAt email id isAdministrator lockedAt name seenAt')],
  'PATCH /api/admin/users/{userId}': keys('createdAt email id isAdministrator lockedAt name seenAt'),
  'POST /api/admin/backups': keys('isRunning'),
}
