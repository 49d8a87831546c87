/// What calendar programs write as the text of an alarm for which nobody has written one.
///
/// RFC 5545 asks for a DESCRIPTION in every alarm that is shown (3.6.6). Another program's text
/// takes a line here.
enum AlarmBoilerplate {
  /// The texts of programs, as they are compared.
  static let texts = Set((programs + mozilla + words).map { AlarmText.plain($0[...]) })

  /// What announces a title, before or after it, as it is compared; the longer ones first.
  static let announcements = (["event reminder", "mozilla alarm", "reminder for"] + words)
    .map { AlarmText.plain($0[...]) }

  /// Sentences: Google's and Apple's first.
  private static let programs = [
    "This is an event reminder", "Event reminder", "Alarm notification", "Default Description",
    "Default alarm", "Display alarm", "Display reminder", "Popup reminder", "Reminder popup",
    "Calendar reminder", "Event alarm", "Event notification", "Task reminder", "Description",
    "Default Tasks.org description", "Event alert", "Appointment reminder", "Meeting reminder",
    "To-do reminder", "Beschreibung", "Terminerinnerung", "Ereigniserinnerung",
    "Ereignisbenachrichtigung", "Rappel d'événement", "Rappel d’événement",
    "Recordatorio de evento", "Promemoria evento",
  ]

  /// The word for a reminder or an alarm alone.
  private static let words = [
    "Reminder", "Alarm", "Alert", "Notification", "Erinnerung", "Benachrichtigung", "Rappel",
    "Alerte", "Alarme", "Recordatorio", "Alarma", "Aviso", "Promemoria", "Avviso", "Lembrete",
    "Herinnering", "Påmindelse", "Påminnelse", "Muistutus", "Przypomnienie", "Připomenutí",
    "Hatırlatma", "Напоминание", "通知", "提醒", "リマインダー", "알림",
  ]

  /// What Thunderbird writes in its languages; for mails, the text is the summary.
  private static let mozilla = [
    "Default Mozilla Description", "Mozilla default description", "Default Mozilla Summary",
    "Mozilla Standardbeschreibung", "Mozilla Standardzusammenfassung",
    "Description par défaut Mozilla", "Résumé par défaut Mozilla",
    "Descripción predeterminada de Mozilla", "Descripción por defecto de Mozilla",
    "Descripció per defecte de Mozilla", "Descrición predeterminada de Mozilla",
    "Descrizione personalizzata Mozilla", "Descrição padrão Mozilla",
    "Descrição predefinida Mozilla", "Descripziun predefinida da Mozilla",
    "Standaard Mozilla-beschrijving", "Standert Mozilla-beskriuwing",
    "Standard Mozilla-beskrivelse", "Standard Mozilla beskrivelse", "Standard Mozilla-skildring",
    "Sjálfgefin Mozilla lýsing", "Mozillan oletuskuvaus", "Mozilla vaikimisi kirjeldus",
    "Domyślny opis Mozilli", "Výchozí popis", "Predvolený popis Mozilla", "Privzeti opis Mozilla",
    "Standardne wopisanje Mozilla", "Alapértelmezett Mozilla-leírás",
    "Përshkrim Parazgjedhje Mozilla", "Varsayılan Mozilla açıklaması",
    "Mozilla azalpen lehenetsia", "Disgrifiad Mozilla Rhagosodedig",
    "An tuairisgeul bunaiteach aig Mozilla", "Deskrivadur Mozilla dre ziouer",
    "Προεπιλεγμένη περιγραφή Mozilla", "Типовий опис Mozilla", "Подразумевани Mozilla опис",
    "Mozilla бастапқы сипаттамасы", "תיאור ברירת מחדל של Mozilla", "Mô tả Mozilla Mặc định",
    "默认 Mozilla 描述", "預設 Mozilla 說明", "Mozilla 기본 설명",
  ]
}
