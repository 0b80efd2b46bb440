# ---- holdout ------------------------------------------------------------------------------------------------------------

# TRUE for the rows of the holdout: those whose key hashes to less than the declared share.
#
# The key is the text of the key columns joined by the character 31, or the row number from 1. Its bytes make a polynomial modulo
# the prime 2^31-1 that begins with the seed; x -> (x + 1013904223)^5, a permutation modulo that prime, is applied twice, so that
# neighbouring keys are not alike. A missing key is an empty text, a number its shortest decimal.
holdout <- function(table, share, seed, key = list()) {
  prime <- 2^31 - 1
  spell <- function(cells) {
    number <- ifelse(is.na(cells$number), 0, cells$number)
    distinct <- unique(number)
    text <- vapply(distinct, function(v) format(as.numeric(written(v)), digits = 15 + 2 * (as.numeric(format(v, digits = 15)) != v), scientific = FALSE), "")
    ifelse(cells$blank, "", ifelse(is.na(cells$number), cells$text, text[match(number, distinct)]))
  }
  texts <- as.character(format(seq_len(table$size), scientific = FALSE, trim = TRUE))
  if (length(key) > 0) texts <- do.call(paste, c(lapply(key, spell), sep = "\x1f"))
  bytes <- lapply(texts, function(t) as.integer(charToRaw(enc2utf8(t))))
  # A double holds whole numbers up to 2^53: one factor is split so that no product is larger.
  times <- function(a, b) ((((b %/% 65536) * a) %% prime) * 65536 + (b %% 65536) * a) %% prime
  h <- rep(seed %% prime, length(bytes))
  size <- lengths(bytes)
  for (at in seq_len(max(size))) {
    more <- which(size >= at)
    h[more] <- (h[more] * 257 + vapply(bytes[more], `[`, 0L, at) + 1) %% prime
  }
  for (i in 1:2) {
    x <- (h + 1013904223) %% prime
    square <- times(x, x)
    h <- times(times(square, square), x)
  }
  h / prime < share
}

train <- function(held_out) !held_out
