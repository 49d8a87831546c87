// Shows any week as a calendar, and filters the reminders. Texts are inserted by textContent.
// Nothing is loaded, stored or sent.
'use strict'

{
  const NUMBERS = 6 // for each alert: day, second, series, fate, title, seen
  const MAXIMUM_LANES = 3 // adjacent alerts of a day; more are one block
  const MAXIMUM_LISTED = 300
  const MAXIMUM_NAMED = 20 // alerts in the tooltip of a block
  const BLOCK = 1800 // the height of an alert, in seconds
  const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
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
    // 1970-01-01 was a Thursday.
    const offset = ((first + 3) % 7 + 7) % 7
    const lastWeek = Math.floor((data.days - 1 + offset) / 7)
    const grid = find('.week-grid')
    const agenda = find('.agenda')
    const heading = find('#week-heading')
    const controls = find('.week-controls')
    const [previous, next, toMissed] = ['.previous', '.next', '.to-missed'].map(
      (name) => controls.querySelector(name))
    const picker = controls.querySelector('input')
    let week = 0

    const date = (day) => new Date((first + day) * 86400000)
    const long = (day) => {
      const when = date(day)
      return `${DAYS[(day + offset) % 7]} ${when.getUTCDate()} ${MONTHS[when.getUTCMonth()]} ` +
        when.getUTCFullYear()
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
      return item
    }

    const block = (own, top, lane, lanes) => {
      const element = make('div', `alert ${own.mark}`)
      element.append(`${clock(own.second)} `, isolated(own.title))
      element.title = [`${clock(own.second)} ${own.title}`, own.calendar, own.note]
        .filter((text) => text).join('\n')
      element.style.top = `${top / 864}%`
      element.style.insetInlineStart = `${lane * 100 / lanes}%`
      element.style.width = `${100 / lanes}%`
      return element
    }

    // Overlapping alerts are next to each other. If they don't fit, the last lane shows their
    // number.
    const column = (own) => {
      const day = make('div', 'day')
      let group = []
      let end = -1
      const flush = () => {
        const lanes = []
        const places = group.map((one) => {
          let lane = lanes.findIndex((free) => free <= one.top)
          if (lane < 0) lane = lanes.push(0) - 1
          lanes[lane] = one.top + BLOCK
          return lane
        })
        const count = Math.min(lanes.length, MAXIMUM_LANES)
        const hidden = []
        group.forEach((one, place) => {
          if (places[place] < MAXIMUM_LANES - (lanes.length > MAXIMUM_LANES ? 1 : 0)) {
            day.append(block(one.alert, one.top, places[place], count))
          } else hidden.push(one)
        })
        // Hidden alerts that overlap become one block.
        let covered = []
        const cover = () => {
          if (!covered.length) return
          const bad = covered.find((one) => one.alert.problem) || covered[0]
          const shown = { ...covered[0].alert, mark: bad.alert.mark, title: `+${covered.length} more` }
          shown.note = covered.slice(0, MAXIMUM_NAMED).map(
            (one) => `${clock(one.alert.second)} ${one.alert.title} ${one.alert.note}`).join('\n')
          day.append(block(shown, covered[0].top, MAXIMUM_LANES - 1, MAXIMUM_LANES))
          covered = []
        }
        hidden.forEach((one) => {
          if (covered.length && one.top >= covered[0].top + BLOCK) cover()
          covered.push(one)
        })
        cover()
        group = []
      }
      own.forEach((one) => {
        const top = Math.min(one.second, 86400 - BLOCK)
        if (top >= end) flush()
        group.push({ alert: one, top })
        end = Math.max(top >= end ? 0 : end, top + BLOCK)
      })
      flush()
      return day
    }

    const draw = () => {
      const from = Math.max(0, week * 7 - offset)
      const to = Math.min(data.days, (week + 1) * 7 - offset)
      heading.textContent = week === 0 ? 'The first week' : `The week of ${long(from)}`
      previous.disabled = week === 0
      next.disabled = week === lastWeek
      picker.min = iso(0)
      picker.max = iso(data.days - 1)
      // Don't interrupt a user who is typing a date.
      if (document.activeElement !== picker) picker.value = iso(from)
      const byDay = Array.from({ length: 7 }, () => [])
      let end = start(to)
      for (let place = start(from); place < end; place += 1) {
        const own = alert(place)
        byDay[(own.day + offset) % 7].push(own)
      }

      const table = make('div', 'week-days')
      table.append(make('div', 'week-head'))
      for (let place = 0; place < 7; place += 1) {
        const day = week * 7 - offset + place
        const when = date(day)
        const head = make('div', 'week-head',
          `${DAYS[place].slice(0, 3)} ${when.getUTCDate()} ${MONTHS[when.getUTCMonth()].slice(0, 3)}`)
        const problems = new Map()
        byDay[place].filter((own) => own.problem).forEach((own) => {
          problems.set(own.problem, (problems.get(own.problem) || 0) + 1)
        })
        problems.forEach((count, problem) => {
          const kind = problem === 'missed' || problem === 'seen too late' ? 'bad' : ''
          head.append(make('div', kind, `${count} ${problem}`))
        })
        table.append(head)
      }
      const hours = make('div', 'hours')
      for (let hour = 1; hour < 24; hour += 1) {
        const text = make('span', '', `${pad(hour)}:00`)
        text.style.top = `${hour * 100 / 24}%`
        hours.append(text)
      }
      table.append(hours, ...byDay.map(column))
      grid.replaceChildren(table)
      const earliest = Math.min(...byDay.flat().map((own) => own.second), 8 * 3600)
      const body = table.querySelector('.day')
      grid.scrollTop = Math.max(0, earliest / 86400 * body.offsetHeight - 40)

      agenda.replaceChildren()
      let count = 0
      for (let day = from; day < to; day += 1) {
        const own = byDay[(day + offset) % 7]
        if (!own.length || count >= MAXIMUM_LISTED) continue
        agenda.append(make('h3', '', long(day)))
        const list = make('ol')
        list.append(...own.slice(0, MAXIMUM_LISTED - count).map(listed))
        agenda.append(list)
        count += own.length
      }
      if (to > data.listed) {
        agenda.append(make('p', 'nothing', 'Some alerts of this week are not listed.'))
      } else if (count === 0) {
        agenda.append(make('p', 'nothing', 'Nothing is due in this week.'))
      }
      end = byDay.reduce((sum, own) => sum + own.length, 0)
      if (end > MAXIMUM_LISTED) {
        agenda.append(make('p', '', `And ${end - Math.min(count, MAXIMUM_LISTED)} more.`))
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
      if (Number.isFinite(day) && picker.validity.valid) go(Math.floor((day + offset) / 7))
    })
    // Shows the next week with a problem; after the last one, the first.
    toMissed.addEventListener('click', () => {
      const end = (week + 1) * 7 - offset
      const day = data.problemDays.find((one) => one >= end) ?? data.problemDays[0]
      go(Math.floor((day + offset) / 7))
    })
    // A click on a day of a reminder shows its week.
    find('.rows').addEventListener('click', (event) => {
      const track = event.target.closest('.track')
      if (!track) return
      const box = track.getBoundingClientRect()
      const day = Math.floor((event.clientX - box.left) / box.width * data.days)
      go(Math.floor((day + offset) / 7))
      find('#week').scrollIntoView()
    })
    toMissed.hidden = data.problemDays.length === 0
    controls.hidden = false
    grid.hidden = false
    // The list is open only if the week is not drawn.
    const narrow = matchMedia('(max-width: 40rem)')
    const list = find('.as-list')
    const choose = () => { list.open = narrow.matches }
    narrow.addEventListener('change', choose)
    choose()
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
