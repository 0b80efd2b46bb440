# ---- reading the data -------------------------------------------------------------------------------------------------

# Plain decimals as numbers, NA for anything else: Inf, NaN and hexadecimal are text, and so are thousands separators unless
# they are declared.
decimal <- function(text, mark = ".", thousands = "") {
  pattern <- "^[ \t]*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?[ \t]*$"
  if (thousands != "") {
    marks <- switch(thousands, " " = "(?: |\u00a0|\u202f)", "'" = "(?:'|\u2019)", paste0("[", thousands, "]"))
    grouped <- grepl(paste0("^[ \t]*[+-]?[1-9][0-9]{0,2}(?:", marks, "[0-9]{3})+(?![0-9])"), text, perl = TRUE)
    text[grouped] <- gsub(paste0(marks, "(?=[0-9]{3})"), "", text[grouped], perl = TRUE)
  }
  if (mark == ",") text <- ifelse(grepl(".", text, fixed = TRUE), "", sub(",", ".", text, fixed = TRUE))
  out <- rep(NA_real_, length(text))
  ok <- grepl(pattern, text)
  out[ok] <- as.numeric(text[ok])
  out[!is.finite(out)] <- NA
  out
}

# ISO 8601 dates and times as days since 1970-01-01, NA for anything else.
days <- function(text) {
  pattern <- "^\\s*(\\d{4}-\\d\\d-\\d\\d)(?:[T ](\\d\\d):(\\d\\d)(?::(\\d\\d(?:\\.\\d+)?))?(?:Z|([+-])(\\d\\d):?(\\d\\d))?)?\\s*$"
  found <- regmatches(text, regexec(pattern, text, perl = TRUE))
  vapply(found, function(f) {
    if (length(f) == 0) return(NA_real_)
    part <- suppressWarnings(as.numeric(f[c(3, 4, 5, 7, 8)]))
    part[is.na(part)] <- 0
    sign <- if (f[6] == "-") -1 else 1
    as.numeric(as.Date(f[2])) + (part[1] * 3600 + part[2] * 60 + part[3] - sign * (part[4] * 3600 + part[5] * 60)) / 86400
  }, 0)
}

# Dates of a form such as dd.mm.yyyy, with a time of day or not, as ISO 8601; other texts as they are.
iso <- function(text, form) {
  part <- function(letter) regexpr(paste0(letter, "+"), tolower(form))
  order <- order(c(part("d"), part("m"), part("y")))
  pattern <- gsub("([.^$|()*+?{}\\[\\]\\\\])", "\\\\\\1", tolower(form), perl = TRUE)
  pattern <- sub("y+", "(\\\\d{4})", sub("m+", "(\\\\d{1,2})", sub("(?<!\\\\)d+", "(\\\\d{1,2})", pattern, perl = TRUE)))
  found <- regmatches(text, regexec(paste0("^\\s*", pattern, "(?!\\d)(.*)$"), text, perl = TRUE))
  vapply(seq_along(text), function(i) {
    f <- found[[i]]
    if (length(f) == 0) return(text[i])
    value <- f[2:4][match(1:3, order)] # day, month, year
    written <- paste0(value[3], "-", sprintf("%02d", as.integer(value[2])), "-", sprintf("%02d", as.integer(value[1])), sub("\\s+$", "", f[5]))
    if (is.na(suppressWarnings(tryCatch(days(written), error = function(e) NA)))) text[i] else written
  }, "")
}

script_folder <- function() {
  file <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
  if (length(file) == 1) dirname(file) else "."
}

# A delimited text file as texts. A copy in UTF-8 without a byte-order mark is read, so that neither the locale nor the mark
# changes a name; `NA` is a text like any other.
read <- function(path, delimiter, encoding, sha256, decimal = "", thousands = "", dates = "") {
  if (!grepl("^(/|[A-Za-z]:)", path)) path <- file.path(script_folder(), path)
  con <- gzfile(path, "rb") # reads plain files too
  raw <- raw(0)
  while (length(more <- readBin(con, "raw", 2^24)) > 0) raw <- c(raw, more)
  close(con)
  if (encoding != "utf-8") raw <- charToRaw(iconv(list(raw), encoding, "UTF-8"))
  if (length(raw) > 2 && all(raw[1:3] == as.raw(c(0xEF, 0xBB, 0xBF)))) raw <- raw[-(1:3)]
  copy <- tempfile()
  on.exit(unlink(copy))
  writeBin(raw, copy)
  texts <- read.table(copy, header = TRUE, sep = delimiter, quote = "\"", colClasses = "character", na.strings = character(0),
    check.names = FALSE, comment.char = "", encoding = "UTF-8", row.names = NULL, fill = FALSE, stringsAsFactors = FALSE)
  bare <- grepl("^\\s*$", names(texts))
  names(texts)[bare] <- paste0("column_", seq_along(texts))[bare]
  list(texts = texts, size = nrow(texts), delimiter = delimiter, decimal = decimal, thousands = thousands, dates = dates)
}

# The cells of a column: their text, their number where they are one, and whether they are empty or only blanks.
column <- function(table, name) {
  text <- table$texts[[which(enc2utf8(names(table$texts)) == name)]]
  number <- decimal(text, if (table$decimal == "") "." else table$decimal, table$thousands)
  if (table$dates != "") text[is.na(number)] <- iso(text[is.na(number)], table$dates)
  if (table$delimiter == ";" && table$decimal == "") { # such files may write 1,5: where a column has decimal commas and no decimal point
    comma <- decimal(text, ",")
    if (any(grepl(",", text) & !is.na(comma)) && !any(grepl(".", text, fixed = TRUE) & !is.na(number))) number <- comma
  }
  list(text = text, number = number, blank = grepl("^[ \t]*$", text))
}

# Cells that are present and do not mean "no answer": codes compare as numbers when both sides are numbers, else as exact text.
present <- function(cells, missing, missing_ranges) {
  is_number <- !is.na(cells$number)
  codes <- decimal(missing)
  gone <- (is_number & cells$number %in% codes[!is.na(codes)]) | (!is_number & cells$text %in% missing)
  for (r in missing_ranges) gone <- gone | (is_number & cells$number >= r[[1]] & cells$number <= r[[2]])
  !cells$blank & !gone
}

# A variable read as numbers, NA where it is missing. Text levels of an ordinal count 1, 2, ... in declared order.
numbers <- function(name, cells, missing = character(0), missing_ranges = list(), levels = list(), time = FALSE) {
  here <- present(cells, missing, missing_ranges)
  values <- ifelse(here, cells$number, NA_real_)
  text <- here & is.na(cells$number)
  if (any(text)) {
    codes <- vapply(levels, function(l) l[[1]], "")
    labels <- vapply(levels, function(l) l[[2]], "")
    value <- decimal(codes)
    if (anyNA(value)) value <- seq_along(codes)
    spelled <- c(codes, labels) # all codes before any label: where both fit, the code wins
    values[text] <- c(value, value)[match(cells$text[text], spelled)]
    if (time) values[text] <- days(cells$text[text])
    if (anyNA(values[text])) stop(name, ": a text that is no number: ", cells$text[text][is.na(values[text])][1])
  }
  list(name = name, values = values, present = here)
}

# A variable read as levels: the declared ones first, then those found in the data, by number when all are numbers.
levels <- function(name, cells, missing = character(0), missing_ranges = list(), levels = list(), reference = NULL) {
  here <- present(cells, missing, missing_ranges)
  codes <- vapply(levels, function(l) l[[1]], "")
  labels <- vapply(levels, function(l) l[[2]], "")
  number <- decimal(codes)
  place <- function(text, value) {
    at <- ifelse(is.na(value), match(text, ifelse(is.na(number), codes, NA)), match(value, number))
    code <- ifelse(is.na(value), text, written(value))
    by_label <- match(code, labels) # a cell that is no code may hold a level's label
    ifelse(is.na(at) & code != "", by_label, at)
  }
  value <- cells$number
  key <- ifelse(is.na(value), paste0("t", cells$text), paste0("n", match(value, unique(value))))
  one <- here & !duplicated(ifelse(here, key, "")) # one cell of each kind
  at <- place(cells$text[one], value[one])
  found <- which(one)[is.na(at)]
  if (!anyNA(value[found])) {
    found <- found[order(value[found])]
  } else {
    found <- found[order(ifelse(is.na(value[found]), cells$text[found], written(value[found])), method = "radix")]
  }
  at[match(found, which(one))] <- length(codes) + seq_along(found)
  level <- rep(NA_integer_, length(key))
  level[here] <- at[match(key[here], key[one])]
  more <- ifelse(is.na(value[found]), cells$text[found], written(value[found]))
  factor <- list(name = name, codes = level, keys = c(codes, more), names = c(ifelse(labels == "", codes, labels), more), present = here)
  factor$reference <- if (is.null(reference)) NA else find_level(factor, reference)
  factor
}

find_level <- function(factor, code) {
  number <- decimal(code)
  if (is.na(number)) match(code, factor$keys) else match(number, decimal(factor$keys))
}

# A level's code as text: the shortest decimal that reads back as the same number.
written <- function(value) {
  vapply(value, function(v) {
    if (is.na(v)) return(NA_character_)
    if (v == 0) return("0")
    for (digits in 1:17) {
      s <- formatC(v, digits = digits, format = "g", width = 1)
      if (as.numeric(s) == v) break
    }
    if (abs(v) >= 1e-6 && abs(v) < 1e21) format(as.numeric(s), digits = digits, scientific = FALSE) else s
  }, "")
}
