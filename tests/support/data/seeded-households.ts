import { randomUUID } from 'node:crypto'
import { removePasskey } from '#domains/account/contract/passkeys.ts'
import { endSession } from '#domains/account/contract/sessions-and-credentials.ts'
import { deleteAlert, listAlerts } from '#domains/alerts/contract.ts'
import {
  askToJoin,
  createCircle,
  declineJoinRequest,
  deleteCircle,
  getCircle,
  inviteToCircle,
  joinCircle,
  linkHousehold,
  refreshCircleCode,
  removeCircleMember,
  revokeInvite,
} from '#domains/circles/contract.ts'
import { addGuest, changeEater, removeGuest, setFoodContents, setMealEaters } from '#domains/diets/contract.ts'
import { createHousehold, deleteHousehold, joinHousehold, listHouseholds, removeMember } from '#domains/households/contract/index.ts'
import { endTablet, listTablets, pairTablet } from '#domains/households/contract/tablets.ts'
import { discardImport } from '#domains/imports/contract.ts'
import { addIngredient, removeIngredient, setIngredientPicture } from '#domains/ingredients/contract/index.ts'
import { addLot, removeLot, useLot } from '#domains/inventory/contract.ts'
import { createLabelSheet, revokeLabelSheet } from '#domains/labels/contract.ts'
import {
  addPushDevice,
  changeNotificationSettings,
  defaultNotificationSettings,
  deleteNotification,
  listNotifications,
  NotificationSettings,
  notificationKinds,
  removeMessageTarget,
  removePushDevice,
} from '#domains/notifications/contract/index.ts'
import { addPlace, removePlace, setPlacePicture } from '#domains/places/contract.ts'
import {
  addCookbook,
  addCooking,
  addRecipe,
  createCookbookLink,
  createRecipeLink,
  endCookbookLink,
  endRecipeLink,
  putMealPlan,
  removeCookbook,
  removeCooking,
  removePlanEntry,
  removeRecipe,
  setCookingPicture,
  setRecipePhoto,
} from '#domains/recipes/contract/index.ts'
import { changeBorrow, makeOffer, settleDebts, shareLots, takeOffer } from '#domains/sharing/contract/index.ts'
import {
  addBundle,
  addNamedList,
  addShoppingItem,
  changeShoppingItem,
  createGuestLink,
  endGuestLink,
  endRecurringItem,
  endTrip,
  removeBundle,
  removeNamedList,
  removeShoppingItem,
  repeatItem,
  startTrip,
} from '#domains/shopping/contract/index.ts'
import { addStore, removeStore } from '#domains/stores/contract.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { type Role, roles } from '#platform/shared/roles.ts'
import { asOwner } from '../database/invariants.ts'
import { httpRequestOf, type TargetKind, type Targets } from '../server/requests.ts'
import type { Person, TestApp } from '../server/test-app.ts'
import { addSharedLot, createLinkedCircle, createPeople, createPerson, requestToBorrow } from './people.ts'
import {
  addAvatar,
  createHook,
  createKeys,
  createMessageTarget,
  createOtherSession,
  createPasskey,
  createPreview,
  removeHook,
  removeKeys,
  startTabletPairing,
} from './personal-data.ts'

/** A household with a person of every role and a row of every kind. */
export interface Home {
  readonly id: string
  /** Part of every name and text of this household, and of no other. */
  readonly marker: string
  readonly people: Record<Role, Person>
  /** OWNER of a household in one circle, `sharedCircle`, with this one; has the same marker. */
  readonly neighbour: Person
  readonly sharedCircle: string
  /** Existing rows. */
  readonly targets: Targets
  /** Rows of the same kinds that were deleted or ended. */
  readonly gone: Omit<Targets, 'change'>
}

export interface SeededHouseholds {
  readonly a: Home
  readonly b: Home
  readonly c: Home
  /** A former MEMBER of `a` whose token is still valid. */
  readonly exMember: Person
}

/** Creates three unrelated households with people of every role and rows of every kind. */
export async function seedHouseholds(testApp: TestApp): Promise<SeededHouseholds> {
  // `a` has the longest log: the number of its last change exists in no other.
  const a = await seedHome(testApp, 'Ashgrove', 60)
  const [b, c] = [await seedHome(testApp, 'Birchwood', 1), await seedHome(testApp, 'Cedarhill', 1)]
  const exMember = await createPerson(testApp, 'Gone', 'Wanderer')
  await exMember.must(joinHousehold, { body: { inviteCode: await inviteCodeOf(a) } })
  await a.people.OWNER.must(removeMember, { params: { id: a.id, userId: exMember.userId } })
  exMember.home = a.id
  // A removal changes the invite code.
  return { a: { ...a, targets: { ...a.targets, inviteCode: await inviteCodeOf(a) } }, b, c, exMember }
}

const inBell = { bell: true, mail: false, push: false, apps: false }
const withoutPush = NotificationSettings.parse({
  ...defaultNotificationSettings,
  kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, inBell])),
})

const ownKinds: TargetKind[] = [
  'lot',
  'ingredient',
  'unusedIngredient',
  'change',
  'person',
  'inviteCode',
  'listItem',
  'alert',
  'notification',
  'recipe',
  'planEntry',
  'cooking',
  'store',
  'guest',
  'place',
  'list',
  'bundle',
  'label',
  'labelSheet',
  'recurring',
  'trip',
  'recipeLink',
  'cookbook',
  'cookbookLink',
  'guestLink',
  'device',
  'messageTarget',
  'tablet',
]
const linkKinds: TargetKind[] = ['link']
const loanKinds: TargetKind[] = ['peerLot', 'request', 'peerOffer', 'ownOffer', 'debt']

async function seedHome(testApp: TestApp, marker: string, lots: number): Promise<Home> {
  const [owner, admin, member, viewer, gone] = (await createPeople(testApp, 5, 'Cook', marker)) as [Person, Person, Person, Person, Person]
  const lost = await owner.must(createHousehold, { body: { name: `${marker} attic` } })
  await owner.must(deleteHousehold, { params: { id: lost.id } })

  const { id } = await testApp.household(owner, admin, member, viewer, gone)
  await testApp.role(owner, admin, 'ADMIN')
  await testApp.role(owner, viewer, 'VIEWER')
  await owner.must(removeMember, { params: { id, userId: gone.userId } })

  const neighbour = await createPerson(testApp, 'Neighbour', marker)
  await testApp.household(neighbour)
  const sharedCircle = await createLinkedCircle(owner, neighbour)
  const { code } = await owner.must(inviteToCircle, { params: { id: sharedCircle }, body: {} })
  for (const person of [admin, member, viewer]) await person.must(joinCircle, { body: { code } })
  const home = { id, marker, people: { OWNER: owner, ADMIN: admin, MEMBER: member, VIEWER: viewer }, neighbour, sharedCircle }
  const old = await freshTargets(testApp, home, ['session', 'avatar', 'passkey', 'token', 'webhook', 'import'])
  await owner.must(discardImport, { params: { importId: old.import } })
  await removeHook(owner, id, old.webhook)
  await removeKeys(owner, id, old.token)
  await owner.must(removePasskey, { params: { id: old.passkey } })
  await owner.must(endSession, { params: { id: old.session } })
  const targets = await freshTargets(testApp, home, [
    ...ownKinds,
    ...loanKinds,
    ...linkKinds,
    ...circleKinds,
    'openCircle',
    'session',
    'avatar',
    'passkey',
    'token',
    'webhook',
    'import',
  ])
  const lostIngredient = await owner.must(addIngredient, { body: { name: `${marker} sugar` } })
  await owner.must(removeIngredient, { params: { id: lostIngredient.id } })
  const removed = await freshTargets(testApp, home, ['lot'])
  await owner.must(removeLot, { params: { id: removed.lot } })
  const dismissed = await freshTargets(testApp, home, ['alert'])
  await owner.must(deleteAlert, { params: { id: dismissed.alert } })
  const forgotten = await freshTargets(testApp, home, ['notification', 'device', 'messageTarget'])
  await owner.must(removePushDevice, { params: { id: forgotten.device } })
  await owner.must(removeMessageTarget, { params: { id: forgotten.messageTarget } })
  await owner.must(deleteNotification, { params: { id: forgotten.notification } })
  const removedItem = await freshTargets(testApp, home, ['listItem'])
  await owner.must(removeShoppingItem, { params: { id: removedItem.listItem } })
  const endedGuest = await freshTargets(testApp, home, ['guestLink'])
  await owner.must(endGuestLink, { params: { id: endedGuest.guestLink } })
  const endedTablet = await freshTargets(testApp, home, ['tablet'])
  await owner.must(endTablet, { params: { id, tabletId: endedTablet.tablet } })
  const dinner = { date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10), meal: 'dinner' as const }
  await owner.must(setMealEaters, { body: { ...dinner, eaterIds: [owner.userId, targets.guest] } })
  const removedGuest = await freshTargets(testApp, home, ['guest'])
  await owner.must(removeGuest, { params: { id: removedGuest.guest } })
  await owner.must(setFoodContents, { params: { id: targets.ingredient }, body: { contains: ['nuts'], without: ['milk'] } })
  const removedStore = await freshTargets(testApp, home, ['store'])
  await owner.must(removeStore, { params: { id: removedStore.store } })
  const removedPlace = await freshTargets(testApp, home, ['place'])
  await owner.must(removePlace, { params: { id: removedPlace.place } })
  const removedList = await freshTargets(testApp, home, ['list'])
  await owner.must(removeNamedList, { params: { id: removedList.list } })
  const endedRecurring = await freshTargets(testApp, home, ['recurring'])
  await owner.must(endRecurringItem, { params: { id: endedRecurring.recurring } })
  const endedTrip = await freshTargets(testApp, home, ['trip'])
  await owner.must(endTrip, { params: { id: endedTrip.trip } })
  // The ended one took the place of the first.
  targets.trip = (await freshTargets(testApp, home, ['trip'])).trip
  const removedBundle = await freshTargets(testApp, home, ['bundle'])
  await owner.must(removeBundle, { params: { id: removedBundle.bundle } })
  const revokedSheet = await freshTargets(testApp, home, ['label'])
  await owner.must(revokeLabelSheet, { params: { id: revokedSheet.labelSheet } })
  const removedRecipe = await freshTargets(testApp, home, ['recipe', 'planEntry', 'cooking', 'recipeLink', 'cookbook', 'cookbookLink'])
  await owner.must(removePlanEntry, { params: { id: removedRecipe.planEntry } })
  await owner.must(endRecipeLink, { params: { id: removedRecipe.recipeLink } })
  await owner.must(endCookbookLink, { params: { id: removedRecipe.cookbookLink } })
  await owner.must(removeCookbook, { params: { id: removedRecipe.cookbook } })
  await owner.must(removeCooking, { params: { id: removedRecipe.cooking } })
  await owner.must(removeRecipe, { params: { id: removedRecipe.recipe } })
  const usedUp = await freshTargets(testApp, home, ['lot'])
  await owner.must(useLot, { params: { id: usedUp.lot }, body: { quantity: 500 } })
  const endedCircles = await endedCircleRows(testApp, home)
  const endedLoanRows = await endedLoans(home)
  let { change } = targets
  for (let i = 0; i < lots; i++) ({ change } = await freshTargets(testApp, home, ['change']))
  return {
    ...home,
    targets: { ...targets, change },
    gone: {
      household: lost.id,
      lot: removed.lot,
      ingredient: lostIngredient.id,
      unusedIngredient: lostIngredient.id,
      person: gone.userId,
      inviteCode: lost.inviteCode ?? '',
      listItem: removedItem.listItem,
      alert: dismissed.alert,
      notification: forgotten.notification,
      recipe: removedRecipe.recipe,
      planEntry: removedRecipe.planEntry,
      cooking: removedRecipe.cooking,
      store: removedStore.store,
      guest: removedGuest.guest,
      place: removedPlace.place,
      list: removedList.list,
      bundle: removedBundle.bundle,
      label: revokedSheet.label,
      labelSheet: revokedSheet.labelSheet,
      recurring: endedRecurring.recurring,
      trip: endedTrip.trip,
      recipeLink: removedRecipe.recipeLink,
      cookbook: removedRecipe.cookbook,
      cookbookLink: removedRecipe.cookbookLink,
      guestLink: endedGuest.guestLink,
      device: forgotten.device,
      messageTarget: forgotten.messageTarget,
      tablet: endedTablet.tablet,
      ...endedCircles,
      session: old.session,
      avatar: old.avatar,
      passkey: old.passkey,
      token: old.token,
      webhook: old.webhook,
      import: old.import,
      ...endedLoanRows,
      link: await createLink(testApp, home, '2026-11-21T10:00:00.000Z'),
    },
  }
}

/** Whether a request is about a picture that must be there. One that sets it changes nothing if the same is there. */
export const needsPicture = ({ method, path }: Endpoint): boolean => method !== 'PUT' && /\/(photo|picture)$/.test(path)

let createdCount = 0

/** A household while it is being created. */
type UnfinishedHome = Pick<Home, 'id' | 'marker' | 'people' | 'neighbour' | 'sharedCircle'>

/** Creates unused rows of these kinds; for the others returns the household itself. Personal rows belong to `actor`. */
export async function freshTargets(
  testApp: TestApp,
  home: UnfinishedHome,
  mutationKinds: readonly TargetKind[],
  actor: Person = home.people.OWNER,
  hasPhoto = true,
): Promise<Targets> {
  const { OWNER: owner, MEMBER: member } = home.people
  const targets: Targets = {
    household: home.id,
    person: member.userId,
    lot: '',
    ingredient: '',
    unusedIngredient: '',
    change: 0,
    inviteCode: '',
    listItem: '',
    alert: '',
    notification: '',
    recipe: '',
    planEntry: '',
    cooking: '',
    store: '',
    guest: '',
    place: '',
    list: '',
    bundle: '',
    label: '',
    labelSheet: '',
    recurring: '',
    trip: '',
    recipeLink: '',
    cookbook: '',
    cookbookLink: '',
    guestLink: '',
    device: '',
    messageTarget: '',
    tablet: '',
    ...noCircleRows,
    session: '',
    avatar: '',
    passkey: '',
    token: '',
    webhook: '',
    import: '',
    ...noLoans,
    link: '',
  }
  const wants = (...some: TargetKind[]) => some.some((kind) => mutationKinds.includes(kind))
  if (wants('lot', 'ingredient', 'change')) {
    const answer = await owner.call(addLot, {
      body: {
        ingredient: { name: `${home.marker} beans ${++createdCount}`, category: `${home.marker} aisle` },
        quantity: 500,
        unit: 'g',
        location: `${home.marker} shelf`,
        purchasePrice: 9.99,
      },
    })
    if (answer.status !== 201) throw new Error(`a fresh lot answered ${answer.status}: ${answer.text}`)
    Object.assign(targets, { lot: answer.body.id, ingredient: answer.body.ingredient.id, change: Number(answer.headers['x-change-seq']) })
    if (hasPhoto && wants('ingredient')) await addPicture(testApp, home, setIngredientPicture, targets.ingredient)
  }
  if (wants('unusedIngredient'))
    targets.unusedIngredient = (await owner.must(addIngredient, { body: { name: `${home.marker} salt ${++createdCount}` } })).id
  if (wants('notification')) targets.notification = await freshNotification(testApp, home, actor)
  if (wants('device')) {
    const keys = {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    }
    const body = { endpoint: `https://none.push.services.mozilla.com/${++createdCount}`, keys, label: `${home.marker} phone` }
    // No request may leave for this made-up push service.
    await actor.must(changeNotificationSettings, { body: withoutPush })
    targets.device = (await actor.must(addPushDevice, { body })).id
  }
  if (wants('messageTarget')) {
    await actor.must(changeNotificationSettings, { body: withoutPush })
    targets.messageTarget = await createMessageTarget(actor, `${home.marker} tablet ${++createdCount}`)
  }
  if (wants('alert')) {
    const ingredient = { name: `${home.marker} cream ${++createdCount}`, category: `${home.marker} aisle` }
    const lot = await owner.must(addLot, {
      body: { ingredient, quantity: 1, unit: 'each', location: `${home.marker} shelf`, expirationDate: '2020-01-02' },
    })
    await testApp.server.jobs.settle()
    targets.alert = (await owner.must(listAlerts)).find(({ lotId }) => lotId === lot.id)?.id ?? ''
  }
  if (wants('listItem')) {
    const body = {
      ingredientName: `${home.marker} pears ${++createdCount}`,
      suggestedQuantity: 5,
      unit: 'each',
      category: `${home.marker} aisle`,
    } as const
    targets.listItem = (await owner.must(addShoppingItem, { body })).id
    await owner.must(changeShoppingItem, { params: { id: targets.listItem }, body: { isChecked: true } })
  }
  if (wants('recipe', 'planEntry', 'cooking', 'recipeLink', 'cookbook', 'cookbookLink')) {
    const body = {
      name: `${home.marker} stew ${++createdCount}`,
      ingredients: [`500 g ${home.marker} turnips`],
      imageUrl: 'https://recipes.example/stew.jpg',
    }
    targets.recipe = (await owner.must(addRecipe, { body })).id
    if (hasPhoto) await addPicture(testApp, home, setRecipePhoto, targets.recipe)
    const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const [entry] = await owner.must(putMealPlan, { body: { entries: [{ date, recipeId: targets.recipe }] } })
    targets.planEntry = entry?.id ?? ''
    const made = { date: '2026-01-02', notes: `${home.marker} salt` }
    targets.cooking = (await owner.must(addCooking, { params: { id: targets.recipe }, body: made })).id
    if (hasPhoto) await addPicture(testApp, home, setCookingPicture, targets.cooking)
    targets.recipeLink = (await owner.must(createRecipeLink, { params: { id: targets.recipe } })).id
    const cookbook = { name: `${home.marker} weeknights ${++createdCount}`, recipeIds: [targets.recipe] }
    targets.cookbook = (await owner.must(addCookbook, { body: cookbook })).id
    targets.cookbookLink = (await owner.must(createCookbookLink, { params: { id: targets.cookbook } })).id
  }
  if (wants('guestLink')) targets.guestLink = await createGuest(testApp, home)
  if (wants('tablet')) targets.tablet = await createTablet(testApp, home)
  if (wants('guest')) {
    targets.guest = (await owner.must(addGuest, { body: { name: `${home.marker} aunt ${++createdCount}`, avoids: [home.marker] } })).id
    await owner.must(changeEater, { params: { id: owner.userId }, body: { diets: ['vegan'], allergens: ['nuts'] } })
  }
  if (wants('store')) targets.store = (await owner.must(addStore, { body: { name: `${home.marker} market ${++createdCount}` } })).id
  if (wants('place')) {
    targets.place = (await owner.must(addPlace, { body: { name: `${home.marker} shelf ${++createdCount}` } })).id
    if (hasPhoto) await addPicture(testApp, home, setPlacePicture, targets.place)
  }
  if (wants('list')) targets.list = (await owner.must(addNamedList, { body: { name: `${home.marker} party ${++createdCount}` } })).id
  if (wants('recurring')) targets.recurring = await createRecurring(home, `${home.marker} soap ${++createdCount}`)
  if (wants('trip')) targets.trip = (await owner.must(startTrip, { body: {} })).id
  if (wants('bundle'))
    targets.bundle = (await owner.must(addBundle, { body: { name: `${home.marker} tacos ${++createdCount}`, items: [home.marker] } })).id
  if (wants('label', 'labelSheet')) {
    const { id, codes } = await owner.must(createLabelSheet, { body: { size: 'a4-24', count: 1 } })
    Object.assign(targets, { label: codes[0], labelSheet: id })
  }
  if (wants(...circleKinds)) Object.assign(targets, await circleTargets(testApp, home, mutationKinds))
  if (wants(...loanKinds)) Object.assign(targets, await loanTargets(home, mutationKinds))
  if (wants('link')) targets.link = await createLink(testApp, home)
  if (wants('openCircle')) targets.openCircle = await openCircle(await createPerson(testApp, 'Stranger', 'Afar'))
  if (wants('session')) targets.session = await createOtherSession(testApp, actor)
  if (wants('webhook')) targets.webhook = await createHook(home.people.OWNER, home.id)
  if (wants('import')) targets.import = await createPreview(testApp, home.people.OWNER, home.id, `${home.marker} rye ${++createdCount}`)
  if (wants('token')) targets.token = await createKeys(actor, home.id)
  if (wants('passkey')) targets.passkey = await createPasskey(testApp, actor)
  if (wants('avatar')) targets.avatar = await addAvatar(testApp, actor)
  if (wants('inviteCode', 'person')) targets.inviteCode = await inviteCodeOf(home)
  if (wants('person')) {
    const joiner = await createPerson(testApp, 'Guest', home.marker)
    await joiner.must(joinHousehold, { body: { inviteCode: targets.inviteCode } })
    targets.person = joiner.userId
  }
  return targets
}

async function createRecurring({ people }: UnfinishedHome, ingredientName: string): Promise<string> {
  const body = { ingredientName, suggestedQuantity: 1, unit: 'each' } as const
  const { id: itemId } = await people.OWNER.must(addShoppingItem, { body })
  return (await people.OWNER.must(repeatItem, { body: { itemId, every: { count: 2, unit: 'week' } } })).id
}

/** Creates a guest link. A list has few: ends those that tests made before, except for the first. */
async function createGuest(testApp: TestApp, { id, people }: UnfinishedHome): Promise<string> {
  await asOwner(
    testApp.server.database,
    `update guest_links set ended_at = created_at where household_id = '${id}' and ended_at is null
     and id not in (select id from guest_links where household_id = '${id}' order by created_at, id limit 2)`,
  )
  return (await people.OWNER.must(createGuestLink, { body: {} })).id
}

/** Creates a link with another server, which this one doesn't allow. */
async function createLink(testApp: TestApp, { id, people, marker, sharedCircle }: UnfinishedHome, endedAt: string | null = null) {
  const link = randomUUID()
  const at = '2026-11-21T10:00:00.000Z'
  const [state, ended] = endedAt === null ? ['invited', 'null, null'] : ['ended', `'${endedAt}', 'us'`]
  await asOwner(
    testApp.server.database,
    `insert into household_links (household_id, id, circle_id, state, own_name, public_key, private_key_box, created_by, created_at, changed_at, ended_at, ended_by)
     values ('${id}', '${link}', '${sharedCircle}', '${state}', '${marker} cooks', 'key', 'box', '${people.OWNER.userId}', '${at}', '${at}', ${ended})`,
  )
  return link
}

/** Pairs a tablet. A household has few: ends those that tests paired before, except for the first. */
async function createTablet(testApp: TestApp, { id, marker, people: { OWNER } }: UnfinishedHome): Promise<string> {
  const params = { id }
  for (const old of (await OWNER.must(listTablets, { params })).slice(0, -2))
    await OWNER.must(endTablet, { params: { ...params, tabletId: old.id } })
  const body = { code: (await startTabletPairing(testApp)).code, name: `${marker} fridge ${++createdCount}` }
  return (await OWNER.must(pairTablet, { params, body })).id
}

async function addPicture(testApp: TestApp, { id: household, people }: UnfinishedHome, endpoint: Endpoint, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${people.OWNER.token}`, 'x-household-id': household }
  const answer = await testApp.inject(httpRequestOf(endpoint, { params: { id }, query: {}, body: undefined }, headers))
  if (answer.status !== 200) throw new Error(`a fresh photo answered ${answer.status}: ${answer.text}`)
}

const noCircleRows = { circle: '', circleCode: '', circleMember: '', asker: '', circleInvite: '', openCircle: '' }
type CircleRows = typeof noCircleRows

const circleKinds: TargetKind[] = ['circle', 'circleCode', 'circleMember', 'asker', 'circleInvite']

/** Creates a circle that the household is linked to, with all its members as admins, and the other circle rows of these kinds. */
async function circleTargets(
  testApp: TestApp,
  { id: householdId, marker, people }: Pick<Home, 'id' | 'marker' | 'people'>,
  mutationKinds: readonly TargetKind[],
): Promise<CircleRows> {
  const { OWNER: owner, ...others } = people
  const { database } = testApp.server
  const at = '2026-11-21T10:00:00.000Z'
  const { id } = await owner.must(createCircle, {
    body: { name: `${marker} circle ${++createdCount}`, description: `${marker} and friends` },
  })
  await owner.must(linkHousehold, { params: { id, householdId } })
  const created = { ...noCircleRows, circle: id }
  const members = Object.values(others).map(({ userId }) => [userId, 'ADMIN'])
  if (mutationKinds.includes('circleMember')) {
    created.circleMember = (await createPerson(testApp, 'Friend', marker)).userId
    members.push([created.circleMember, 'MEMBER'])
  }
  const rows = members.map(([userId, role]) => `('${id}', '${userId}', '${role}', '${at}')`)
  await asOwner(database, `insert into circle_members (circle_id, user_id, role, joined_at) values ${rows.join(', ')}`)
  if (mutationKinds.includes('circleCode')) created.circleCode = (await owner.must(inviteToCircle, { params: { id }, body: {} })).code
  if (mutationKinds.includes('asker')) {
    created.asker = (await createPerson(testApp, 'Asker', marker)).userId
    await asOwner(database, `insert into circle_asks (circle_id, user_id, asked_at) values ('${id}', '${created.asker}', '${at}')`)
  }
  if (mutationKinds.includes('circleInvite')) {
    await owner.must(inviteToCircle, { params: { id }, body: { email: `invited${createdCount}@kitchen.example` } })
    const [invite] = (await owner.must(getCircle, { params: { id } })).invites
    created.circleInvite = invite?.id ?? ''
  }
  return created
}

async function openCircle(stranger: Person): Promise<string> {
  return (await stranger.must(createCircle, { body: { name: `Open table ${++createdCount}`, isPublic: true } })).id
}

/** Creates circle rows that were then removed. */
async function endedCircleRows(testApp: TestApp, home: Pick<Home, 'id' | 'marker' | 'people'>): Promise<CircleRows> {
  const { OWNER: owner } = home.people
  const lost = await circleTargets(testApp, home, circleKinds)
  const params = { id: lost.circle }
  await owner.must(removeCircleMember, { params: { ...params, userId: lost.circleMember } })
  await owner.must(declineJoinRequest, { params: { ...params, userId: lost.asker } })
  await owner.must(revokeInvite, { params: { ...params, inviteId: lost.circleInvite } })
  await owner.must(refreshCircleCode, { params })
  await owner.must(deleteCircle, { params })
  const stranger = await createPerson(testApp, 'Stranger', 'Afar')
  const closed = await openCircle(stranger)
  await owner.must(askToJoin, { params: { id: closed } })
  await stranger.must(deleteCircle, { params: { id: closed } })
  return { ...lost, openCircle: closed }
}

const noLoans = { peerLot: '', request: '', peerOffer: '', ownOffer: '', debt: '' }
type Loans = typeof noLoans

async function loanTargets(
  { marker, people: { OWNER: owner }, neighbour, sharedCircle }: UnfinishedHome,
  mutationKinds: readonly TargetKind[],
): Promise<Loans> {
  const loans = { ...noLoans }
  const lot = (person: Person, isShared = true) =>
    addSharedLot(person, {
      ingredient: { name: `${marker} beans ${++createdCount}` },
      quantity: 500,
      unit: 'g',
      location: `${marker} shelf`,
      isShared,
    })
  const offer = async (person: Person) =>
    (await person.must(makeOffer, { body: { inventoryItemId: (await lot(person, false)).id, circleId: sharedCircle } })).id
  if (mutationKinds.includes('peerLot')) loans.peerLot = (await lot(neighbour)).id
  if (mutationKinds.includes('request')) loans.request = (await requestToBorrow(neighbour, await lot(owner), 5)).id
  if (mutationKinds.includes('peerOffer')) loans.peerOffer = await offer(neighbour)
  if (mutationKinds.includes('ownOffer')) loans.ownOffer = await offer(owner)
  if (mutationKinds.includes('debt')) {
    loans.debt = (await requestToBorrow(neighbour, await lot(owner), 5)).id
    await owner.must(changeBorrow, { params: { id: loans.debt }, body: { status: 'ACCEPTED' } })
    await neighbour.must(changeBorrow, { params: { id: loans.debt }, body: { status: 'COMPLETED' } })
  }
  return loans
}

/** Creates loans that then ended. */
async function endedLoans(home: UnfinishedHome): Promise<Loans> {
  const { neighbour } = home
  const { OWNER: owner } = home.people
  const lost = await loanTargets(home, loanKinds)
  await neighbour.must(shareLots, { body: { ids: [lost.peerLot], isShared: false } })
  await owner.must(changeBorrow, { params: { id: lost.request }, body: { status: 'REJECTED' } })
  await owner.must(takeOffer, { params: { id: lost.peerOffer } })
  await neighbour.must(takeOffer, { params: { id: lost.ownOffer } })
  await owner.must(settleDebts, { body: { ids: [lost.debt], how: 'returned' } })
  return lost
}

/** Returns the current invite code. */
export async function inviteCodeOf({ id, people }: Pick<Home, 'id' | 'people'>): Promise<string> {
  const own = await people.OWNER.must(listHouseholds)
  const code = own.find((household) => household.id === id)?.inviteCode
  if (!code) throw new Error('the household shows its owner no code')
  return code
}

/** Returns what no response to another household may contain: this household's texts, ids and people. */
export const secretsOf = (home: Home): string[] => [
  home.marker,
  home.id,
  home.targets.lot,
  home.targets.ingredient,
  home.targets.unusedIngredient,
  home.targets.alert,
  home.targets.notification,
  home.targets.device,
  home.targets.inviteCode,
  home.targets.circle,
  home.targets.circleCode,
  home.sharedCircle,
  ...Object.keys(noLoans).map((kind) => home.targets[kind as keyof Loans]),
  ...roles.map((role) => home.people[role].userId),
]

/** Creates an unread notification of `actor`: in this household, or in their own if they aren't a member. */
async function freshNotification(testApp: TestApp, home: Pick<Home, 'id' | 'marker' | 'people'>, actor: Person): Promise<string> {
  const isMember = Object.values(home.people).some(({ userId }) => userId === actor.userId)
  const cook = isMember ? home.people.OWNER : actor
  const household = isMember ? home.id : (await actor.must(createHousehold, { body: { name: 'Own kitchen' } })).id
  const body = {
    ingredient: { name: `${home.marker} cheese ${++createdCount}`, category: `${home.marker} aisle` },
    quantity: 1,
    unit: 'each',
    location: `${home.marker} shelf`,
    expirationDate: '2020-01-02',
  } as const
  const lot = await cook.must(addLot, { household, body })
  await testApp.server.jobs.settle()
  const { notifications } = await actor.must(listNotifications)
  return notifications.find(({ lotId }) => lotId === lot.id)?.id ?? ''
}
