// Shows any week as a calendar, and filters the reminders. Texts are inserted by textContent.
// Nothing is loaded, stored or sent.
'use strict'

{
  const NUMBERS = 6 // for each alert: day, second, series, fate, title, seen
  const WEEK = 7
  const UNFOLDED = 10 // alerts of a day that are shown at once; a button shows the others
  const MAXIMUM_LISTED = 50 // alerts of a day
  const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
  const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
    'September', 'October', 'November', 'December']

  const find = (selector) => document.querySelector(selector)

  const make = (name, kind, text) => {
    const element = document.createElement(name)
    if (kind) element.className = kind
    if (text !== undefined) element.textContent = text
    return element
  }

  const isolated = (text) => {
    const element = make('bdi', '', text)
    element.dir = 'auto'
    return element
  }

  const pad = (number) => String(number).padStart(2, '0')

  const clock = (second) => {
    const text = `${pad(Math.floor(second / 3600))}:${pad(Math.floor(second / 60) % 60)}`
    return second % 60 ? `${text}:${pad(second % 60)}` : text
  }

  const searchable = (text) => text.normalize('NFKC').toLowerCase()

  const startSearch = () => {
    const rows = [...document.querySelectorAll('.rows li')]
    const label = find('.find')
    if (!label || rows.length < 8) return
    const names = rows.map((row) => searchable(row.querySelector('.label').textContent))
    const input = label.querySelector('input')
    const found = find('.found')
    label.hidden = false
    input.addEventListener('input', () => {
      const wanted = searchable(input.value.trim())
      let count = 0
      rows.forEach((row, place) => {
        row.hidden = !names[place].includes(wanted)
        if (!row.hidden) count += 1
      })
      found.textContent = wanted ? `${count} of ${rows.length}` : ''
    })
  }

  const startWeeks = () => {
    const source = find('.data')
    if (!source) return
    const data = JSON.parse(source.textContent)
    const alerts = data.alerts
    const first = Date.parse(`${data.first}T00:00:00Z`) / 86400000
    const lastWeek = Math.floor((data.days - 1) / WEEK)
    const table = find('.week')
    const span = find('.week-span')
    const controls = find('.week-controls')
    const [previous, next, toMissed] = ['.previous', '.next', '.to-missed'].map(
      (name) => controls.querySelector(name))
    const picker = controls.querySelector('input')
    let week = 0

    const date = (day) => new Date((first + day) * 86400000)
    const weekday = (day) => DAYS[date(day).getUTCDay()]
    const calendarDate = (day) => {
      const when = date(day)
      return `${when.getUTCDate()} ${MONTHS[when.getUTCMonth()]} ${when.getUTCFullYear()}`
    }
    const iso = (day) => date(day).toISOString().slice(0, 10)

    // Returns the index of the first alert on or after a day; alerts are sorted.
    const start = (day) => {
      let low = 0
      let high = alerts.length / NUMBERS
      while (low < high) {
        const middle = (low + high) >> 1
        if (alerts[middle * NUMBERS] < day) low = middle + 1
        else high = middle
      }
      return low
    }

    const alert = (place) => {
      const [day, second, series, fate, title, seen] = alerts.slice(
        place * NUMBERS, (place + 1) * NUMBERS)
      const words = data.words[fate]
      return {
        day, second, mark: data.marks[fate], problem: data.problems[fate],
        title: title < 0 ? data.titles[series] : data.texts[title],
        calendar: data.calendars[series],
        note: seen >= 0 ? `${words}: ${data.texts[seen]}` : fate === 0 ? '' : words
      }
    }

    const listed = (own) => {
      const item = make('li', own.mark)
      item.append(make('time', '', clock(own.second)), ' ', isolated(own.title))
      if (own.note) item.append(make('span', 'note', ` ${own.note}`))
      if (own.calendar) {
        const calendar = make('span', 'calendar', '\u00A0· ')
        calendar.append(isolated(own.calendar))
        item.append(calendar)
      }
      return item
    }

    const list = (own) => {
      const items = make('ol', 'alerts')
      items.append(...own.map(listed))
      return items
    }

    const column = (day, own) => {
      const element = make('div', own.length ? 'day' : 'day empty')
      const head = make('h3')
      head.append(make('span', 'weekday', weekday(day)), ` ${calendarDate(day)}`)
      element.append(head)
      const problems = new Map()
      own.filter((one) => one.problem).forEach((one) => {
        problems.set(one.problem, (problems.get(one.problem) || 0) + 1)
      })
      problems.forEach((count, problem) => {
        const isBad = problem === 'missed' || problem === 'seen too late'
        element.append(make('p', isBad ? 'sum bad' : 'sum', `${count} ${problem}`))
      })
      if (own.length) element.append(list(own.slice(0, UNFOLDED)))
      const rest = own.slice(UNFOLDED, MAXIMUM_LISTED)
      if (rest.length) {
        const details = make('details', 'rest')
        details.append(make('summary', '', `Show ${rest.length} more`), list(rest))
        element.append(details)
      }
      if (own.length > MAXIMUM_LISTED) {
        element.append(make('p', '', `And ${own.length - MAXIMUM_LISTED} more.`))
      }
      return element
    }

    const draw = () => {
      const from = week * WEEK
      const to = Math.min(data.days, from + WEEK)
      span.textContent =
        `From ${weekday(from)} ${calendarDate(from)} ` +
        `to ${weekday(to - 1)} ${calendarDate(to - 1)}.`
      previous.disabled = week === 0
      next.disabled = week === lastWeek
      picker.min = iso(0)
      picker.max = iso(data.days - 1)
      // Don't interrupt a user who is typing a date.
      if (document.activeElement !== picker) picker.value = iso(from)
      const byDay = Array.from({ length: to - from }, () => [])
      const end = start(to)
      for (let place = start(from); place < end; place += 1) {
        const own = alert(place)
        byDay[own.day - from].push(own)
      }
      table.replaceChildren(...byDay.map((own, place) => column(from + place, own)))
      if (to > data.listed) {
        table.append(make('p', 'nothing', 'Some alerts of this week are not listed.'))
      } else if (byDay.every((own) => !own.length)) {
        table.append(make('p', 'nothing', 'Nothing is due in this week.'))
      }
    }

    const go = (to) => {
      week = Math.min(lastWeek, Math.max(0, to))
      draw()
    }

    previous.addEventListener('click', () => go(week - 1))
    next.addEventListener('click', () => go(week + 1))
    picker.addEventListener('change', () => {
      const day = Date.parse(`${picker.value}T00:00:00Z`) / 86400000 - first
      if (Number.isFinite(day) && picker.validity.valid) go(Math.floor(day / WEEK))
    })
    // Shows the next week with a problem; after the last one, the first.
    toMissed.addEventListener('click', () => {
      const end = (week + 1) * WEEK
      const day = data.problemDays.find((one) => one >= end) ?? data.problemDays[0]
      go(Math.floor(day / WEEK))
    })
    // A click on a day of a reminder shows its week.
    find('.rows').addEventListener('click', (event) => {
      const track = event.target.closest('.track')
      if (!track) return
      const box = track.getBoundingClientRect()
      const day = Math.floor((event.clientX - box.left) / box.width * data.days)
      go(Math.floor(day / WEEK))
      find('#week').scrollIntoView()
    })
    toMissed.hidden = data.problemDays.length === 0
    controls.hidden = false
    // Open all details before printing.
    const closed = () => document.querySelectorAll('details:not([open])')
    let opened = []
    addEventListener('beforeprint', () => {
      opened = [...closed()]
      opened.forEach((one) => { one.open = true })
    })
    addEventListener('afterprint', () => opened.forEach((one) => { one.open = false }))
    draw()
  }

  startSearch()
  startWeeks()
}
